/**
 * Any finite acyclic environment as arrays: states in topological order, and for every (state, intention) the
 * list of (next state, probability). Law and limits of variable-length sequences, masked actions, stop
 * actions, state-dependent noise and grids are all computed on this one description. The full tree of
 * fixed-length sequences has its own, faster path (`exactLaw`, `limitReverseKl`), proved equal by test.
 */
import { WindageError } from "../../error.ts";
import { rowTolerance } from "../../row-tolerance.ts";
import { Walk } from "../../walk.ts";
import { finish, type Steps } from "../long-computation.ts";

/**
 * A finite world written down as a graph, its states numbered so that every transition goes to a higher number; state
 * 0 is the start.
 */
export interface StateGraph {
  readonly stateCount: number;
  /** Intentions per state, legal or not. */
  readonly actionCount: number;
  /** Transitions of row `state * actionCount + action` are `rowStart[row] … rowStart[row + 1] - 1`; none: illegal. */
  readonly rowStart: Int32Array;
  readonly child: Int32Array;
  readonly probability: Float64Array;
  /** The finished object a terminal state stands for, or -1 where the environment goes on. */
  readonly object: Int32Array;
  readonly objectCount: number;
}

/** A possible result of an action. */
export interface Outcome<State> {
  readonly state: State;
  readonly probability: number;
}

/** What `exploreGraph` must know of an environment; one state at a time. */
export interface GraphDescription<State> {
  readonly root: State;
  readonly actionCount: number;
  /** Two states with the same key are the same state. */
  readonly key: (state: State) => string;
  readonly isTerminal: (state: State) => boolean;
  /** The outcomes of intending `action`, or an empty list where it is illegal. */
  readonly outcomes: (state: State, action: number) => readonly Outcome<State>[];
}

/** The graph of an environment with its states; object `i` of the graph is `objects[i]`. */
export interface ExploredGraph<State> {
  readonly graph: StateGraph;
  readonly states: readonly State[];
  readonly objects: readonly State[];
}

/** What sums of doubles are off by; scaling these would change nothing but last digits. */
const ofRounding = 1e-9;

/** Largest number of states explored before giving up; a graph of that size takes about a gigabyte. */
const MAX_STATES = 5_000_000;

/** Walks a described world from its root and writes it down as a graph; objects are numbered as they are found. */
export function exploreGraph<State>(description: GraphDescription<State>): ExploredGraph<State> {
  return finish(exploreGraphSteps(description));
}

/** States that are looked at between two yields. */
const STATES_PER_STEP = 64;

/** The same, step by step; with more than `mostStates` states it gives up, with the error `evaluation/too-large`. */
export function* exploreGraphSteps<State>(
  description: GraphDescription<State>,
  mostStates: number = MAX_STATES,
): Steps<ExploredGraph<State>> {
  const walk = new Walk(description.root, description.key);
  const rows: Outcome<number>[][] = [];
  const parents: number[] = [0];
  for (const [number, state] of walk) {
    if (number % STATES_PER_STEP === 0) yield undefined;
    const terminal = description.isTerminal(state);
    let legal = 0;
    for (let action = 0; action < description.actionCount; action++) {
      const outcomes = terminal ? [] : description.outcomes(state, action);
      const scale = outcomes.length === 0 ? 1 : scaleOf(outcomes, description.key(state), action);
      rows.push(
        outcomes
          .filter(({ probability }) => probability !== 0)
          .map(({ state: next, probability }) => {
            const child = walk.reach(next);
            parents[child] = (parents[child] ?? 0) + 1;
            return { state: child, probability: scale * probability };
          }),
      );
      if (outcomes.length > 0) legal++;
    }
    if (!terminal && legal === 0) {
      throw new WindageError(
        "evaluation/dead-end",
        `exploreGraph: state "${description.key(state)}" is not terminal and has no legal action, expected at least one. Mark it terminal or allow an action.`,
      );
    }
    if (walk.places.length > mostStates) {
      throw new WindageError(
        "evaluation/too-large",
        `exploreGraph: found more than ${mostStates} states, expected a space small enough to enumerate. Use the sampled estimates instead.`,
      );
    }
  }
  return arrange(description, walk.places, rows, parents);
}

/** What makes the outcomes sum to one, so that nothing is lost on the way; what is off by rounding alone stays as it is. */
function scaleOf<State>(outcomes: readonly Outcome<State>[], key: string, action: number): number {
  const sum = outcomes.reduce((total, { probability }) => total + probability, 0);
  const off = Math.abs(sum - 1);
  if (off <= rowTolerance && outcomes.every(({ probability }) => probability >= 0))
    return off <= ofRounding ? 1 : 1 / sum;
  throw new WindageError(
    "evaluation/not-a-distribution",
    `exploreGraph: the outcomes of action ${action} at state "${key}" sum to ${sum}, expected probabilities of at least 0 that sum to 1.`,
  );
}

/** Renumbers the states topologically (Kahn's algorithm, first found first) and packs the transitions. */
function arrange<State>(
  description: GraphDescription<State>,
  found: readonly State[],
  rows: readonly (readonly Outcome<number>[])[],
  parents: number[],
): ExploredGraph<State> {
  const { actionCount } = description;
  const order = parents[0] === 0 ? [0] : [];
  for (let i = 0; i < order.length; i++) {
    for (let action = 0; action < actionCount; action++) {
      for (const { state } of rows[order[i]! * actionCount + action]!) {
        parents[state] = parents[state]! - 1;
        if (parents[state] === 0) order.push(state);
      }
    }
  }
  if (order.length < found.length) {
    const stuck = found[parents.findIndex((count) => count > 0)]!;
    throw new WindageError(
      "evaluation/cyclic",
      `exploreGraph: state "${description.key(stuck)}" can be reached from itself, expected an environment without cycles. Add the step number to the state.`,
    );
  }
  const place = new Int32Array(found.length);
  for (const [position, s] of order.entries()) place[s] = position;
  const size = rows.reduce((total, row) => total + row.length, 0);
  const rowStart = new Int32Array(found.length * actionCount + 1);
  const child = new Int32Array(size);
  const probability = new Float64Array(size);
  const object = new Int32Array(found.length).fill(-1);
  const states = order.map((s) => found[s]!);
  const objects: State[] = [];
  let edge = 0;
  for (const [position, s] of order.entries()) {
    if (description.isTerminal(found[s]!)) object[position] = objects.push(found[s]!) - 1;
    for (let action = 0; action < actionCount; action++) {
      for (const outcome of rows[s * actionCount + action]!) {
        child[edge] = place[outcome.state]!;
        probability[edge++] = outcome.probability;
      }
      rowStart[position * actionCount + action + 1] = edge;
    }
  }
  const graph = {
    stateCount: found.length,
    actionCount,
    rowStart,
    child,
    probability,
    object,
    objectCount: objects.length,
  };
  return { graph, states, objects };
}
