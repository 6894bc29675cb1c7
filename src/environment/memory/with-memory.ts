/**
 * An environment whose process remembers, as an environment like any other: its states are what was built together with
 * what is remembered, so exact laws and limits over both come from the usual graph. What a model is shown of it is a
 * separate choice: what was built alone, also every intention so far (*thoughts*), or the true memory, which no real
 * instrument shows and which says what perfect memory could reach.
 */
import { WindageError } from "../../error.ts";
import type { Environment, StateOf } from "../environment.ts";
import { initialState } from "../context.ts";
import { replaceMembers } from "../replace-members.ts";
import { keepBuildingSequences } from "../sequence/sequence.ts";
import { asSequences } from "../sequence/as-sequences.ts";
import { requireOneParent } from "./one-parent.ts";
import type { ProcessMemory, RememberingProcess } from "./process-memory.ts";

/** What a model sees besides what was built: nothing, all earlier intentions, or the process's own memory. */
export type Observation = "outcomes" | "both" | "memory";

/** What was built, what the process remembers, and what was intended (kept only where a model sees it). */
export interface RememberedState<State> {
  readonly built: State;
  readonly memory: number;
  readonly intentions: readonly number[];
}

/** What the policy is shown of a process that remembers. */
export interface MemoryOptions {
  /** `outcomes` unless given. */
  readonly observes?: Observation;
}

/** The environment under noise that depends on earlier intentions, such as `repeatNoise` and `wearNoise`. */
export function withMemory<E extends Environment>(
  original: E,
  memory: ProcessMemory<StateOf<E>>,
  { observes = "outcomes" }: MemoryOptions = {},
): Environment<RememberedState<StateOf<E>>> {
  // The environments of a type parameter are known to take the states of that same parameter.
  const environment = original as Environment<StateOf<E>>;
  if (environment.noise !== undefined || environment.memory !== undefined) {
    throw new WindageError(
      "environment/already-noisy",
      `withMemory: got an environment that already has ${environment.noise?.kind ?? "a"} noise, expected one without.`,
    );
  }
  requireOneParent(environment);
  const process = memory.over(environment);
  const base = replaceMembers(environment, {});
  const { actionCount, maxSteps } = environment;
  const shown = { outcomes: 0, both: maxSteps * actionCount, memory: process.count }[observes];
  const keepsThoughts = observes === "both";
  const remembering: Environment<RememberedState<StateOf<E>>> = {
    name: `${environment.name}, ${memory.description.kind}`,
    actionCount,
    outcomeCount: environment.outcomeCount,
    maxSteps,
    featureCount: environment.featureCount + shown,
    initial: begun(environment.initial),
    ...(environment.context === undefined ? {} : { context: environment.context }),
    ...(environment.start === undefined
      ? {}
      : { start: (context) => begun(initialState(environment, context)) }),
    isTerminal: ({ built }) => base.isTerminal(built),
    isLegal: ({ built }, action) => base.isLegal(built, action),
    outcomeProbabilities: (state, action, out) =>
      process.outcomeProbabilities(state.built, state.memory, action, out),
    next({ built, memory: before, intentions }, outcome, action) {
      if (action === undefined) throw needsIntention(remembering.name);
      return {
        built: base.next(built, outcome),
        memory: process.remember(before, action, outcome),
        intentions: keepsThoughts ? [...intentions, action] : intentions,
      };
    },
    encode(state, out, offset) {
      base.encode(state.built, out, offset);
      const start = offset + environment.featureCount;
      out.fill(0, start, start + shown);
      // A finished object is what it is, whatever was remembered on the way.
      if (base.isTerminal(state.built)) return;
      if (observes === "memory") out[start + state.memory] = 1;
      state.intentions.forEach((action, t) => (out[start + t * actionCount + action] = 1));
    },
    key({ built, memory: remembered, intentions }) {
      const key = base.key(built);
      if (base.isTerminal(built)) return key;
      return `${key} ${keepsThoughts ? intentions.join(",") : remembered}`;
    },
    objectOf: ({ built }) => base.objectOf(built),
    backward: {
      count: actionCount,
      indexOf: (action) => action,
      isLegal: waysIn(base, process, keepsThoughts),
    },
    ...(base.stopAction === undefined ? {} : { stopAction: base.stopAction }),
    ...(observes === "outcomes" ? asTokens(environment) : {}),
    noise: memory.description,
    memory: {
      count: process.count,
      indexOf: (state) => state.memory,
      remember: (before, action, outcome) => process.remember(before, action, outcome),
      builtKey: ({ built }) => base.key(built),
      ...(keepsThoughts ? { shortest: () => withMemory(original, memory) } : {}),
    },
  };
  keepBuildingSequences(environment, remembering);
  return remembering;
}

/** A process that was told nothing yet. */
function begun<State>(built: State): RememberedState<State> {
  return { built, memory: 0, intentions: [] };
}

/** What was built as tokens, where it is a sequence and models see nothing else; and the letters, for whoever prints it. */
function asTokens<State>(base: Environment<State>): Partial<Environment<RememberedState<State>>> {
  const { tokens } = base;
  const sequences = asSequences(base);
  if (tokens === undefined || sequences === null) return {};
  const { alphabet, minLength, maxLength, masked } = sequences;
  const letters = { alphabet, minLength, maxLength, masked };
  return {
    ...letters,
    tokens: { ...tokens, write: ({ built }, out, offset) => tokens.write(built, out, offset) },
  };
}

/** Whether some memory before the step lets an intention lead into a state and leave what is remembered there. */
function waysIn<State>(
  base: Environment<State>,
  process: RememberingProcess<State>,
  keepsThoughts: boolean,
): (state: RememberedState<State>, index: number) => boolean {
  const chances = new Float64Array(base.outcomeCount);
  return (state, index) => {
    const step = base.backward.entry?.(state.built, index);
    if (step === undefined || !base.isLegal(step.parent, step.action)) return false;
    const finished = base.isTerminal(state.built);
    if (keepsThoughts && !finished && state.intentions.at(-1) !== step.action) return false;
    for (let memory = 0; memory < process.count; memory++) {
      if (!finished && process.remember(memory, step.action, step.outcome) !== state.memory) continue;
      process.outcomeProbabilities(step.parent, memory, step.action, chances);
      if (chances[step.outcome]! > 0) return true;
    }
    return false;
  };
}

function needsIntention(name: string): WindageError {
  return new WindageError(
    "environment/needs-intention",
    `${name}: next got an outcome without its intention, expected both, because what the process remembers depends on it.`,
  );
}
