/**
 * Random programs on both runtimes: smooth ones with their gradients, and exact ones over whole numbers. The same
 * programs every time unless `WINDAGE_FUZZ_SEED` starts at another seed; `WINDAGE_FUZZ_PROGRAMS` says how many.
 */
import { expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { valueAndGrad } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { difference, runCase } from "../testing/both-engines.fixture.ts";
import type { Case } from "../testing/both-engines.fixture.ts";
import { integerMoves, wholeInput } from "./integer-moves.fixture.ts";
import { movingMoves } from "./moving-moves.fixture.ts";
import { printProgram, programCase, programLoss, randomProgram } from "./random-program.fixture.ts";
import type { RandomProgram } from "./random-program.fixture.ts";
import { smoothMoves } from "./smooth-moves.fixture.ts";

const programs = Number(process.env["WINDAGE_FUZZ_PROGRAMS"] ?? 80);
const firstSeed = Number(process.env["WINDAGE_FUZZ_SEED"] ?? 1);
const floatMoves = [...smoothMoves, ...movingMoves];
const wholeMoves = [...integerMoves, ...integerMoves, ...movingMoves];

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

/** Runs `programs` seeds and reports the first program the runtimes disagree about. */
async function fuzz(make: (seed: number) => RandomProgram, caseOf: (program: RandomProgram) => Case) {
  for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
    const program = make(seed);
    const problem = await disagreement(caseOf(program)).catch(String);
    expect(
      problem,
      `${printProgram(program)}\nreplay with WINDAGE_FUZZ_SEED=${seed} WINDAGE_FUZZ_PROGRAMS=1`,
    ).toBeUndefined();
  }
}

// Long runs are asked for by the number of programs, so the time limit grows with it.
const timeLimit = 60_000 + programs * 1000;

test(
  "random programs and their gradients agree on both runtimes",
  () => fuzz((seed) => randomProgram(seed, floatMoves), withGradient),
  timeLimit,
);

test(
  "random programs over whole numbers agree on both runtimes to the bit",
  () =>
    fuzz(
      (seed) => randomProgram(seed, wholeMoves, wholeInput),
      (program) => ({ ...programCase(program, true), tolerance: 0 }),
    ),
  timeLimit,
);
