/**
 * A world small enough to write down: all sequences of `length` tokens over `size`, sticky noise α, a table for the
 * policy and one for the backward policy. In float64, with every trajectory (intentions and outcomes) enumerated.
 */
import { Generator } from "../../random/generator.ts";
import { logSoftmax } from "./batch.fixture.ts";

export interface TinyWorld {
  readonly size: number;
  readonly length: number;
  /** P(c | a), [a][c]. */
  readonly kernel: readonly (readonly number[])[];
}

/** One way a roll-out can go. */
export interface Trajectory {
  readonly thought: readonly number[];
  readonly real: readonly number[];
  /** The numbers of s_0 … s_T; prefixes are numbered by length, then in order. */
  readonly states: readonly number[];
}

/** Logits or log-probabilities, one row per state. */
export type Table = readonly (readonly number[])[];

export function tinyWorld(size: number, length: number, alpha: number): TinyWorld {
  const kernel = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, c) => (a === c ? 1 - alpha : 0) + alpha / size),
  );
  return { size, length, kernel };
}

export function stateCount({ size, length }: TinyWorld): number {
  return (size ** (length + 1) - 1) / (size - 1);
}

/** The first state of full length; the finished object x has number `state − firstTerminal`. */
export function firstTerminal({ size, length }: TinyWorld): number {
  return (size ** length - 1) / (size - 1);
}

export const child = ({ size }: TinyWorld, state: number, token: number): number => state * size + 1 + token;

export function randomTable(seed: number, rows: number, columns: number): Table {
  const random = Generator.fromSeed(seed);
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.normal()));
}

export function trajectories(world: TinyWorld): Trajectory[] {
  let all: Trajectory[] = [{ thought: [], real: [], states: [0] }];
  const tokens = Array.from({ length: world.size }, (_, token) => token);
  for (let t = 0; t < world.length; t++) {
    all = all.flatMap(({ thought, real, states }) =>
      tokens.flatMap((a) =>
        tokens.map((c) => ({
          thought: [...thought, a],
          real: [...real, c],
          states: [...states, child(world, states.at(-1)!, c)],
        })),
      ),
    );
  }
  return all;
}

/** log P_F(τ) under policy logits. */
export function logForward(world: TinyWorld, policy: Table, { thought, real, states }: Trajectory): number {
  return thought.reduce(
    (sum, a, t) => sum + logSoftmax(policy[states[t]!]!)[a]! + Math.log(world.kernel[a]![real[t]!]!),
    0,
  );
}

/** Σ_t log π_B(a_t | s_{t+1}) under backward logits. */
export function logBackward(backward: Table, { thought, states }: Trajectory): number {
  return thought.reduce((sum, a, t) => sum + logSoftmax(backward[states[t + 1]!]!)[a]!, 0);
}

/** log P(s) of every state: the log-probability that a roll-out passes through it. */
export function logVisits(world: TinyWorld, policy: Table): number[] {
  const result = [0];
  for (let state = 0; state < firstTerminal(world); state++) {
    const pi = logSoftmax(policy[state]!).map(Math.exp);
    for (let c = 0; c < world.size; c++) {
      const q = pi.reduce((sum, p, a) => sum + p * world.kernel[a]![c]!, 0);
      result[child(world, state, c)] = result[state]! + Math.log(q);
    }
  }
  return result;
}

/** log of the posterior over the intention that led into each state; the row of s_0, which nothing leads to, is 0. */
export function logPosterior(world: TinyWorld, policy: Table): number[][] {
  const rows: number[][] = [Array.from({ length: world.size }, () => 0)];
  for (let state = 0; state < firstTerminal(world); state++) {
    const logPi = logSoftmax(policy[state]!);
    for (let c = 0; c < world.size; c++) {
      rows[child(world, state, c)] = logSoftmax(logPi.map((lp, a) => lp + Math.log(world.kernel[a]![c]!)));
    }
  }
  return rows;
}
