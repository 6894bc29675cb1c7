/**
 * Windage inside a program: an environment of one's own, trained, sampled, saved, loaded again and judged exactly.
 * Run it with `npx tsx examples/embedding.ts`; it takes a few seconds.
 */

import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assess,
  checkEnvironment,
  createTrainer,
  formatEnvironmentReport,
  functionOracle,
  Reward,
} from "windage";
import type { Environment } from "windage";
import { loadMethod, saveMethod } from "windage/run";

// Codes of three digits 0…4. One digit in ten is punched one too high, where there is a higher one.
const digits = 5;
const slipped = (digit: number): number => Math.min(digit + 1, digits - 1);

const codes: Environment<readonly number[]> = {
  name: "punched codes",
  actionCount: digits,
  outcomeCount: digits,
  maxSteps: 3,
  featureCount: 3 * digits,
  initial: [],
  isTerminal: (code) => code.length === 3,
  isLegal: (code) => code.length < 3,
  outcomeProbabilities(_code, digit, out) {
    out.fill(0);
    out[digit]! += 0.9;
    out[slipped(digit)]! += 0.1;
  },
  next: (code, digit) => [...code, digit],
  encode(code, out, offset) {
    out.fill(0, offset, offset + 3 * digits);
    code.forEach((digit, t) => (out[offset + t * digits + digit] = 1));
  },
  key: (code) => code.join(""),
  objectOf: (code) => code.join(""),
  // A code has one parent, so a way into it is told by what was intended.
  backward: {
    count: digits,
    indexOf: (digit) => digit,
    isLegal: (code, digit) => code.at(-1) === digit || code.at(-1) === slipped(digit),
    entry: (code, digit) => ({ parent: code.slice(0, -1), action: digit, outcome: code.at(-1)! }),
  },
};
console.log(formatEnvironmentReport(checkEnvironment(codes)));

// Codes are worth more the more different digits they have.
const landscape = functionOracle({ mode: "single", score: (code) => new Set(code).size });
const setup = { environment: codes, landscape, reward: new Reward({ exponent: 2 }), decayOver: 300 };
const trainer = await createTrainer(setup);
for (let i = 0; i < 300; i++) await trainer.iterate();
console.log(`samples: ${(await trainer.sample(8)).join(" ")}`);

const file = join(tmpdir(), `codes-${process.pid}.safetensors`);
await saveMethod(file, trainer);
const again = await createTrainer(setup);
await loadMethod(file, again);

const { exact, limit } = await assess(again, { exact: true });
console.log(`distance to the target ${exact.tv.toFixed(3)}, KL ${exact.klReverse.toFixed(4)} nats`);
console.log(`no policy has a KL below ${limit.klReverse.toFixed(4)} nats`);
await trainer.dispose();
await again.dispose();
