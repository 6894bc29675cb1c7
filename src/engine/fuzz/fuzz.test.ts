/**
 * Random programs and their gradients on both runtimes, for a few seconds. `WINDAGE_FUZZ_SECONDS` makes it longer,
 * `WINDAGE_FUZZ_SEED` starts at another seed: the seed a failure prints, with zero seconds, replays that one program.
 */
import { expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { valueAndGrad } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { difference, runCase } from "../testing/both-engines.fixture.ts";
import type { Case } from "../testing/both-engines.fixture.ts";
import { movingMoves } from "./moving-moves.fixture.ts";
import { printProgram, programCase, programLoss, randomProgram } from "./random-program.fixture.ts";
import type { RandomProgram } from "./random-program.fixture.ts";
import { smoothMoves } from "./smooth-moves.fixture.ts";

const seconds = Number(process.env["WINDAGE_FUZZ_SECONDS"] ?? 8);
const firstSeed = Number(process.env["WINDAGE_FUZZ_SEED"] ?? 1);
const moves = [...smoothMoves, ...movingMoves];

/** The program's outputs, a loss over them and the loss's gradient by every float input. */
function withGradient(program: RandomProgram): Case {
  const plain = programCase(program);
  const floats = program.inputs.flatMap(({ register }, i) => (register.dtype === "float32" ? [i] : []));
  const fn = (...args: JaxArray[]): JaxArray[] => {
    const outputs = plain.fn(...args) as JaxArray[];
    if (floats.length === 0) return outputs;
    const loss = (chosen: JaxArray[]): JaxArray => {
      const all = args.map((array, i) => (floats.includes(i) ? chosen[floats.indexOf(i)]! : array.ref));
      return programLoss(program, all);
    };
    const [value, gradients] = valueAndGrad(loss)(floats.map((i) => args[i]!.ref));
    return [...outputs, value, ...gradients];
  };
  return { inputs: plain.inputs, fn, text: plain.text ?? "", tolerance: 5e-4 };
}

/** Why the runtimes disagree on a program, or nothing. */
async function disagreement(testCase: Case): Promise<string | undefined> {
  const wasm = await runCase(testCase, "wasm").catch((error: unknown) => {
    // What jax-js cannot run is no oracle.
    if (error instanceof WindageError && error.code === "engine/unsupported-primitive") return [];
    throw error;
  });
  const onnx = await runCase(testCase, "onnx");
  for (const [i, expected] of wasm.entries()) {
    const problem = difference(onnx[i]!, expected, testCase.tolerance!);
    if (problem) return `output ${i}: ${problem}`;
  }
  return undefined;
}

test(
  "random programs and their gradients agree on both runtimes",
  async () => {
    const end = performance.now() + seconds * 1000;
    let seed = firstSeed;
    do {
      const program = randomProgram(seed, moves);
      let problem: string | undefined;
      try {
        problem = await disagreement(withGradient(program));
      } catch (error) {
        problem = String(error);
      }
      expect(
        problem,
        `${printProgram(program)}\nreplay with WINDAGE_FUZZ_SEED=${seed} WINDAGE_FUZZ_SECONDS=0`,
      ).toBeUndefined();
      seed++;
    } while (performance.now() < end);
    console.info(`fuzzed ${seed - firstSeed} programs from seed ${firstSeed} on`);
  },
  (seconds + 60) * 1000,
);
