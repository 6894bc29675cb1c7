/**
 * Adam and AdamW over a parameter vector, with groups: each parameter belongs to the first group whose prefix its
 * name starts with, and each group has its own rate, decay and gradient clip (the norm is taken over the group).
 * A gradient that is not finite changes nothing and is reported.
 */
import { WindageError } from "../../error.ts";
import type { ParameterLeaf, Parameters } from "../parameters/parameters.ts";
import { createAdamKernel } from "./adam-kernel.ts";
import type { AdamKernel } from "./adam-kernel.ts";
import { constantRate } from "./schedule.ts";
import type { Schedule } from "./schedule.ts";

/** Options of `Adam`: rates, weight decay and clips, for all parameters or by group. */
export interface AdamOptions {
  readonly rate?: number;
  readonly schedule?: Schedule;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  /** Decoupled weight decay (AdamW); 0 is plain Adam. */
  readonly decay?: number;
  /** Largest norm of a group's gradient; longer ones are scaled down to it. */
  readonly clip?: number;
}

/** Parameters with a rate and a clip of their own. */
export interface AdamGroup extends AdamOptions {
  /** Names of the group's parameters start with this. */
  readonly prefix: string;
}

/** Everything about an optimiser that has to be kept to go on exactly: the step count (moments are the parameters'). */
export interface AdamState {
  readonly step: number;
}

export type ApplyResult =
  | { readonly applied: true; readonly gradientNorm: number }
  | { readonly applied: false; readonly parameters: readonly string[] };

/** A contiguous stretch of parameters of one group. */
interface Range {
  readonly from: number;
  readonly count: number;
}

interface ResolvedGroup {
  readonly options: Required<AdamOptions>;
  readonly ranges: readonly Range[];
}

const defaults: Required<AdamOptions> = {
  rate: 1e-3,
  schedule: constantRate,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  decay: 0,
  clip: Number.POSITIVE_INFINITY,
};

export class Adam {
  readonly #parameters: Parameters;
  readonly #groups: readonly ResolvedGroup[];
  readonly #kernel: AdamKernel;
  #step = 0;

  /** `groups` are tried in order; parameters that fit none use `options` alone. */
  constructor(parameters: Parameters, options: AdamOptions = {}, groups: readonly AdamGroup[] = []) {
    this.#parameters = parameters;
    this.#groups = resolveGroups(parameters.leaves, { ...defaults, ...options }, groups);
    const start = (vector: Float32Array): number => vector.byteOffset / vector.BYTES_PER_ELEMENT;
    this.#kernel = createAdamKernel({
      memory: parameters.memory,
      values: start(parameters.values),
      gradient: start(parameters.gradient),
      first: start(parameters.moments[0]),
      second: start(parameters.moments[1]),
    });
  }

  /** Updates done so far. */
  get step(): number {
    return this.#step;
  }

  /** Takes one step along `parameters.gradient`, unless it is not finite. */
  apply(): ApplyResult {
    const squares = this.#groups.map(({ ranges }) =>
      ranges.reduce((sum, { from, count }) => sum + this.#kernel.sumSquares(from, count), 0),
    );
    const total = squares.reduce((a, b) => a + b, 0);
    if (!Number.isFinite(total)) return { applied: false, parameters: this.#notFinite() };
    const t = this.#step + 1;
    this.#groups.forEach(({ options, ranges }, i) => {
      const rate = options.rate * options.schedule(this.#step);
      const norm = Math.sqrt(squares[i]!);
      const update = {
        ...options,
        gradientScale: norm > options.clip ? options.clip / norm : 1,
        stepSize: rate / (1 - options.beta1 ** t),
        unbiasSecond: 1 / Math.sqrt(1 - options.beta2 ** t),
        shrink: 1 - rate * options.decay,
      };
      for (const { from, count } of ranges) this.#kernel.update(from, count, update);
    });
    this.#step = t;
    return { applied: true, gradientNorm: Math.sqrt(total) };
  }

  save(): AdamState {
    return { step: this.#step };
  }

  restore({ step }: AdamState): void {
    if (!Number.isSafeInteger(step) || step < 0) {
      throw new WindageError(
        "engine/bad-state",
        `adam: got step ${String(step)}, expected a whole number from 0 on.`,
      );
    }
    this.#step = step;
  }

  #notFinite(): string[] {
    const { gradient, leaves } = this.#parameters;
    return leaves
      .filter(({ offset, size }) => gradient.subarray(offset, offset + size).some((x) => !Number.isFinite(x)))
      .map((leaf) => leaf.name);
  }
}

function resolveGroups(
  leaves: readonly ParameterLeaf[],
  base: Required<AdamOptions>,
  groups: readonly AdamGroup[],
): ResolvedGroup[] {
  const all = [...groups, { prefix: "" }];
  const members = all.map((): ParameterLeaf[] => []);
  for (const leaf of leaves)
    members[all.findIndex((group) => leaf.name.startsWith(group.prefix))]!.push(leaf);
  groups.forEach(({ prefix }, i) => {
    if (members[i]!.length > 0) return;
    throw new WindageError(
      "engine/empty-group",
      `adam: no parameter is left for the group "${prefix}", expected a prefix of one of ${leaves.map((leaf) => leaf.name).join(", ")}.`,
    );
  });
  return all.map((group, i) => ({ options: { ...base, ...group }, ranges: joinRanges(members[i]!) }));
}

/** Neighbouring leaves as one range. */
function joinRanges(leaves: readonly ParameterLeaf[]): Range[] {
  const ranges: { from: number; count: number }[] = [];
  for (const { offset, size } of leaves) {
    const last = ranges.at(-1);
    if (last && last.from + last.count === offset) last.count += size;
    else ranges.push({ from: offset, count: size });
  }
  return ranges;
}
