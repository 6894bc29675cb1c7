/** The graph of an environment as it is: its own steps are walked, so the graph cannot disagree with what is sampled. */
import { exploreGraph, exploreGraphSteps } from "./state-graph.ts";
import type { ExploredGraph, GraphDescription } from "./state-graph.ts";
import type { Steps } from "../long-computation.ts";

/** What is read of an environment; those of Windage have it, noisy or not. */
export interface ExplorableEnvironment<State> {
  readonly actionCount: number;
  readonly outcomeCount: number;
  readonly initial: State;
  key(state: State): string;
  isTerminal(state: State): boolean;
  isLegal(state: State, action: number): boolean;
  /** Writes P(outcome | state, action) for every outcome. */
  outcomeProbabilities(state: State, action: number, out: Float64Array): void;
  next(state: State, outcome: number, action: number): State;
}

/** Walks a finite acyclic environment from its initial state and writes it down as a graph. */
export function exploreEnvironment<State>(environment: ExplorableEnvironment<State>): ExploredGraph<State> {
  return exploreGraph(describe(environment));
}

/** The same, step by step; with more than `mostStates` states it gives up, with the error `evaluation/too-large`. */
export function exploreEnvironmentSteps<State>(
  environment: ExplorableEnvironment<State>,
  mostStates?: number,
): Steps<ExploredGraph<State>> {
  return exploreGraphSteps(describe(environment), mostStates);
}

function describe<State>(environment: ExplorableEnvironment<State>): GraphDescription<State> {
  const probabilities = new Float64Array(environment.outcomeCount);
  return {
    root: environment.initial,
    actionCount: environment.actionCount,
    key: (state) => environment.key(state),
    isTerminal: (state) => environment.isTerminal(state),
    outcomes: (state, action) => {
      if (!environment.isLegal(state, action)) return [];
      environment.outcomeProbabilities(state, action, probabilities);
      return Array.from(probabilities, (probability, outcome) => ({ probability, outcome }))
        .filter(({ probability }) => probability > 0)
        .map(({ probability, outcome }) => ({
          probability,
          state: environment.next(state, outcome, action),
        }));
    },
  };
}
