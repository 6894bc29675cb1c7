/**
 * All that exact evaluation needs to know of a world before any policy comes: every object with its score, the states a
 * policy is asked about, what law a policy has, and what no policy can beat. Computed once, used for as many policies and
 * as often as wanted.
 */
import { WindageError } from "../../error.ts";
import { largeNumber } from "../../large-number.ts";
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { hasAtMost } from "../../environment/walk-states.ts";
import type { GraphLimit } from "../../evaluation/limit/graph-limit.ts";
import type { Limit } from "../../evaluation/limit/limit-on-sequences.ts";
import type { OpenLoopLimit } from "../../evaluation/limit/open-loop-limit.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { tabulate } from "../../landscape/exact/tabulate.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import type { StateList } from "../../training/policy/state-list.ts";
import { designLaws } from "./design-laws.ts";
import { graphLaws } from "./graph-laws.ts";
import { sequenceLaws, tableOf } from "./sequence-laws.ts";
import type { StepsOptions } from "../take-steps.ts";
import type { World } from "../world.ts";

export interface Laws {
  /** Every object there is, and its score. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  readonly logReward: Float64Array;
  /** Scores that had to be asked for to know them all; none of a table. */
  readonly asked: number;
  /** The best that any policy can do by KL(law‖target), and by KL(target‖law). */
  readonly limit: Limit | GraphLimit | OpenLoopLimit;
  readonly forwardLimit: Limit | GraphLimit | OpenLoopLimit;
  /** The law of a perfect sampler that ignores the noise, where it is known. */
  readonly naiveLaw?: Float64Array;
  /** The states whose policy `lawOf` takes, row by row. */
  readonly states: StateList;
  /** The probability of every object under a policy, [states, actions]. */
  lawOf(policy: Float64Array): Float64Array;
}

/** Fixed-length spaces up to this size are evaluated exactly. */
const mostSequences = 2 ** 20;
/** Without feedback the limit is a convex problem over all designs at once. */
const mostDesigns = 2 ** 16;
/** Graphs are walked state by state in plain objects, so they have to be smaller. */
const mostStates = 2 ** 18;

/**
 * By the fast path over all sequences of one length, by walking the graph of any other small environment, or null, where
 * the space is too large or scores cost something. `like` are laws of the same sequences under another condition, whose
 * lists are used again.
 */
export async function openLaws(
  world: World,
  options: StepsOptions = {},
  like?: Laws | null,
): Promise<Laws | null> {
  const way = wayToLaws(world);
  switch (way?.kind) {
    case "designs":
      return designLaws(world, way.table, options);
    case "asked designs": {
      const laws = designLaws(world, await tabulate(world.landscape, way.space), options);
      return { ...laws, asked: way.space.size };
    }
    case "sequences":
      return sequenceLaws(world, way.table, options, like ?? undefined);
    case "graph":
      return graphLaws(world, options);
    case undefined:
      return null;
  }
}

/** Refuses a world that wants to be evaluated exactly and is too large for it, before anything is computed. */
export function requireLaws(world: World): void {
  if (world.exact === true) wayToLaws(world);
}

type WayToLaws =
  | { readonly kind: "designs" | "sequences"; readonly table: TableLandscape }
  | { readonly kind: "asked designs"; readonly space: SequenceSpace }
  | { readonly kind: "graph" };

/** How the laws of a world are found; an error where they were asked for and cannot be. */
function wayToLaws(world: World): WayToLaws | null {
  const { environment, free, exact } = world;
  if (!free) return null;
  const table = tableOf(world);
  if (world.observes === "intentions") {
    if (table !== null && table.space.size <= mostDesigns) return { kind: "designs", table };
    return exact === true ? { kind: "asked designs", space: designsOf(environment) } : null;
  }
  if (table !== null && table.space.size <= mostSequences) return { kind: "sequences", table };
  const states = environment.enumeration?.stateCount;
  const small = states === undefined ? hasAtMost(environment, mostStates) : states <= mostStates;
  if (small) return { kind: "graph" };
  if (exact === true) throw tooLarge(environment, states);
  return null;
}

/** All designs of a world whose scores have to be asked for. */
function designsOf(environment: World["environment"]): SequenceSpace {
  const sequences = asSequences(environment);
  const count = sequences === null ? 0 : sequences.alphabet.size ** environment.maxSteps;
  if (sequences === null || tokenKernel(environment) === null || count > mostDesigns)
    throw noDesigns(environment, count);
  return new SequenceSpace(sequences.alphabet.symbols, environment.maxSteps);
}

function noDesigns({ name }: World["environment"], count: number): WindageError {
  const most = mostDesigns.toLocaleString("en-US");
  const got = count > mostDesigns ? `${count.toLocaleString("en-US")} designs` : "designs";
  return new WindageError(
    "assessment/too-large",
    `${name}: got "exact: true" for ${got} of a sampler that sees intentions alone, expected at most ${most} sequences of one length under noise that is the same everywhere; leave exact out, and reports are made of estimates.`,
  );
}

function tooLarge({ name, tokens }: World["environment"], counted: number | undefined): WindageError {
  const most = mostStates.toLocaleString("en-US");
  // Every prefix of a sequence is a state: V⁰ + V¹ + … + V^T of them.
  const { letters = 0, length = 0 } = tokens ?? {};
  const prefixes = Array.from({ length: length + 1 }, (_, t) => letters ** t).reduce((sum, n) => sum + n, 0);
  const states = counted ?? (prefixes > mostStates ? prefixes : undefined);
  const size = states === undefined ? `more than ${most}` : largeNumber(states);
  return new WindageError(
    "assessment/too-large",
    `${name}: got "exact: true" for ${size} states, expected at most ${most} for exact evaluation; leave exact out, and reports are made of estimates.`,
  );
}
