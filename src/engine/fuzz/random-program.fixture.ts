/**
 * Random programs of several primitives: named registers, each computed from earlier ones, printable and
 * reproducible from one seed. Registers know how large and how finely grained their values can be, so that
 * operators with jumps (comparisons, sorting, rounding) are only put on values that both runtimes compute exactly.
 */
import { Generator } from "../../random/generator.ts";
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { allocate, sizeOf } from "../spec.ts";
import type { DType } from "../spec.ts";
import type { Case, CaseInput } from "../testing/both-engines.fixture.ts";

/** What is known of a value without computing it. */
export interface Register {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** No element is larger than this in magnitude. */
  readonly bound: number;
  /** Every element is a multiple of 2^-grain; infinite when it is not known to be. */
  readonly grain: number;
}

/** A step of a program: the register it fills and how. */
export interface Step {
  readonly out: Register;
  readonly args: readonly Register[];
  readonly text: string;
  readonly build: (...args: JaxArray[]) => JaxArray;
}

export interface RandomProgram {
  readonly seed: number;
  readonly inputs: readonly (CaseInput & { readonly register: Register })[];
  readonly steps: readonly Step[];
  readonly outputs: readonly Register[];
}

/** Proposes the next step, or nothing when it does not fit what is there. */
export type Move = (draw: Draw) => (Omit<Step, "out"> & { readonly out: Omit<Register, "name"> }) | undefined;

/** Arrays never get larger than this, to keep programs quick. */
const largest = 192;

/** Random choices over the registers so far. */
export class Draw {
  readonly generator: Generator;
  readonly registers: readonly Register[];

  constructor(generator: Generator, registers: readonly Register[]) {
    this.generator = generator;
    this.registers = registers;
  }

  below(n: number): number {
    return this.generator.integer(n);
  }

  chance(p: number): boolean {
    return this.generator.float32() < p;
  }

  from<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list];
    this.generator.shuffle(copy);
    return copy;
  }

  /** A register that fits, the later ones more likely. */
  register(fits: (register: Register) => boolean): Register | undefined {
    const candidates = this.registers.filter(fits);
    if (candidates.length === 0) return undefined;
    return this.chance(0.6)
      ? candidates.slice(-3)[this.below(Math.min(3, candidates.length))]
      : this.from(candidates);
  }

  /** A float register of ordinary size. */
  float(fits: (register: Register) => boolean = () => true): Register | undefined {
    return this.register(
      (register) => register.dtype === "float32" && register.bound <= 64 && fits(register),
    );
  }
}

/** Whether both runtimes are sure to compute the same bits. */
export const isExact = ({ bound, grain }: Pick<Register, "bound" | "grain">): boolean =>
  bound * 2 ** grain < 2 ** 22;

export const unknownGrain = Number.POSITIVE_INFINITY;

/** Builds the program of a seed from these moves. */
export function randomProgram(
  seed: number,
  moves: readonly Move[],
  kindOf: RandomInput = floatOrBool,
): RandomProgram {
  const generator = Generator.fromSeed(seed);
  const registers: Register[] = [];
  const start = new Draw(generator, registers);
  const inputs = Array.from({ length: 2 + start.below(3) }, (_, i) => randomInput(start, `x${i}`, kindOf));
  registers.push(...inputs.map((input) => input.register));
  const steps: Step[] = [];
  const wanted = 3 + start.below(10);
  for (let tries = 0; steps.length < wanted && tries < 200; tries++) {
    const move = start.from(moves)(new Draw(generator, registers));
    if (!move || sizeOf(move.out.shape) > largest || move.out.shape.length > 5) continue;
    const out = { ...move.out, name: `r${steps.length}` };
    steps.push({ ...move, out });
    registers.push(out);
  }
  const used = new Set(steps.flatMap((step) => step.args));
  const outputs = steps.map((step) => step.out).filter((register) => !used.has(register));
  return { seed, inputs, steps, outputs };
}

/** The type of an input, how large and fine its elements are, and a way to draw them. */
export type RandomInput = (
  draw: Draw,
) => Pick<Register, "dtype" | "bound" | "grain"> & { readonly element: () => number };

const floatOrBool: RandomInput = (draw) =>
  draw.chance(0.85)
    ? { dtype: "float32", bound: 2, grain: 3, element: () => (draw.below(33) - 16) / 8 }
    : { dtype: "bool", bound: 1, grain: 0, element: () => draw.below(2) };

function randomInput(draw: Draw, name: string, kindOf: RandomInput): CaseInput & { register: Register } {
  const shape = Array.from({ length: draw.below(4) + (draw.chance(0.2) ? 1 : 0) }, () => 1 + draw.below(4));
  const { element, ...kind } = kindOf(draw);
  const data = allocate({ shape, dtype: kind.dtype });
  for (let i = 0; i < data.length; i++) data[i] = element();
  return { register: { name, shape, ...kind }, spec: { shape, dtype: kind.dtype }, data };
}

/** The program as text, one register per line. */
export function printProgram({ seed, inputs, steps, outputs }: RandomProgram): string {
  const spell = ({ name, dtype, shape }: Register): string => `${name}: ${dtype}[${shape.join()}]`;
  return [
    `program of seed ${seed}`,
    ...inputs.map(({ register, data }) => `${spell(register)} = ${data.join(" ")}`),
    ...steps.map(({ out, text }) => `${spell(out)} = ${text}`),
    `outputs ${outputs.map((register) => register.name).join(" ")}`,
  ].join("\n");
}

/** The program as a case; with `everything`, all registers are outputs. */
export function programCase(program: RandomProgram, everything = false): Case {
  const outputs = everything ? program.steps.map((step) => step.out) : program.outputs;
  return {
    inputs: program.inputs,
    fn: (...args) => execute(program, args, outputs),
    text: printProgram(program),
    tolerance: 2e-4,
  };
}

/** A scalar from all float outputs, with fixed uneven weights so that nothing cancels. */
export function programLoss(program: RandomProgram, args: readonly JaxArray[]): JaxArray {
  const floats = program.outputs.filter((register) => register.dtype === "float32");
  const results = execute(program, args, floats);
  const terms = results.map((result) => {
    const weights = Float32Array.from({ length: sizeOf(result.shape) }, (_, i) => Math.cos(1.7 * i + 0.3));
    return np.sum(result.mul(np.array(weights, { shape: [...result.shape] })));
  });
  return terms.reduce((sum, term) => sum.add(term), np.array(0.5));
}

function execute(
  program: RandomProgram,
  args: readonly JaxArray[],
  outputs: readonly Register[],
): JaxArray[] {
  const values = new Map<string, JaxArray>();
  program.inputs.forEach(({ register }, i) => values.set(register.name, args[i]!));
  for (const { out, args: needed, build } of program.steps)
    values.set(out.name, build(...needed.map((register) => values.get(register.name)!.ref)));
  return outputs.map((register) => values.get(register.name)!.ref);
}
