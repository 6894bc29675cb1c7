/**
 * `π_k` as a policy that can act: deciding by the flows `k` steps further on, state by state, so that it also works where
 * states are far too many to list. Each decision looks at all continuations of a state by `k` outcomes:
 *
 *     W_0(s) = F(s)        W_j(s) = Σ_c W_{j−1}(s·c)        p_k(c|s) ∝ W_{k−1}(s·c)        π_k = argmin KL(πP̂ ‖ p_k)
 *
 * A finished object counts for its reward where scores are free, else for F(parent)·q(c|parent). Nothing is trained. Its
 * exact law, where there is one, is what `look-ahead.ts` reports.
 */
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { logSumExp } from "../../evaluation/law/log-z.ts";
import { bestReverse } from "../../evaluation/limit/best-mixture.ts";
import type { Context } from "../../landscape/context.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import type { Reward } from "../../landscape/reward.ts";
import { describeStates } from "../../training/policy/state-list.ts";
import { dynamicsProgram, headsProgram } from "../../training/policy/state-figures.ts";
import type { Policy } from "../../training/method.ts";
import type { Trainer } from "../../training/trainer.ts";
import type { StateProgram } from "../../training/policy/state-figures.ts";
import { requireFlows } from "./require-flows.ts";

/** What finished objects are worth. */
export interface AheadEnds {
  readonly landscape: Pick<Landscape, "score">;
  readonly reward: Pick<Reward, "logRewards">;
}

/** What is looked at ahead. */
export interface AheadOptions {
  /** `k`, at least 1; 0 is the policy itself and does not come here. */
  readonly steps: number;
  /** What finished objects are worth, where asking is free. */
  readonly ends?: AheadEnds | undefined;
  /** The condition, where there are any; environment, landscape and reward are those under it. */
  readonly context?: Context | undefined;
}

/** More continuations per decision than this take too long. */
const mostContinuations = 2 ** 16;

/** A policy that looks ahead; what it compiles ends with the programs that are made of it. */
export function aheadPolicy(trainer: Trainer, options: AheadOptions): Policy {
  const { environment } = trainer.options;
  requireFlows(trainer);
  refuseFarAhead(environment, options.steps);
  return {
    environment,
    reads: ["tokens"],
    async compile() {
      const decider = new Decider(environment, options, {
        heads: await headsProgram(trainer),
        dynamics: await dynamicsProgram(trainer),
      });
      return {
        reads: ["tokens"],
        evaluate: ({ tokens }) => decider.logits(tokens),
        dispose: () => decider.dispose(),
      };
    },
  };
}

/** Refuses to look ahead where states are not told by tokens, or so far that a decision would take too long. */
export function refuseFarAhead(environment: Environment, steps: number): void {
  if (!Number.isSafeInteger(steps) || steps < 1) {
    throw new WindageError(
      "assessment/no-look-ahead",
      `${environment.name}: got ${steps} steps to look ahead, expected a whole number of at least 1; 0 is the policy itself.`,
    );
  }
  const many = environment.outcomeCount ** steps;
  if (environment.tokens === undefined || environment.memory !== undefined || many > mostContinuations) {
    const reason =
      environment.tokens === undefined || environment.memory !== undefined
        ? "whose states are not told by what was built alone"
        : `where ${steps} steps have ${environment.outcomeCount}^${steps} continuations`;
    throw new WindageError(
      "assessment/no-look-ahead",
      `${environment.name}: got ${steps} steps to look ahead in an environment ${reason}, expected sequences and at most ${mostContinuations.toLocaleString("en-US")} continuations; look fewer steps ahead, or decide by the policy itself.`,
    );
  }
}

interface Programs {
  /** log F and the logits of π. */
  readonly heads: StateProgram;
  /** P̂ for every intention; null where the noise is known. */
  readonly dynamics: StateProgram | null;
}

/** A continuation: what is behind it, or where in the lists of leaves or ends it is. */
type Node =
  | { readonly children: readonly Node[]; readonly outcomes: readonly number[] }
  | { readonly leaf: number }
  | { readonly end: number };

interface Leaves {
  readonly open: unknown[];
  readonly ended: { readonly object: string; readonly parent: unknown; readonly outcome: number }[];
}

class Decider {
  readonly #environment: Environment;
  readonly #options: AheadOptions;
  readonly #programs: Programs;

  constructor(environment: Environment, options: AheadOptions, programs: Programs) {
    this.#environment = environment;
    this.#options = options;
    this.#programs = programs;
  }

  /** log π_k of the states that these tokens made, [N, actions]; finished ones have zeros. */
  async logits(tokens: Int32Array): Promise<Float32Array> {
    const { maxSteps, actionCount } = this.#environment;
    const rows = tokens.length / maxSteps;
    const places = new Map<string, { readonly state: unknown; readonly rows: number[] }>();
    for (let row = 0; row < rows; row++) {
      const outcomes = this.#outcomesAt(tokens, row * maxSteps);
      const key = outcomes.join(" ");
      const known = places.get(key);
      if (known) known.rows.push(row);
      else places.set(key, { state: this.#stateAfter(outcomes), rows: [row] });
    }
    const open = [...places.values()].filter(({ state }) => !this.#environment.isTerminal(state));
    const decided = await this.#decide(open.map(({ state }) => state));
    const logits = new Float32Array(rows * actionCount);
    open.forEach(({ rows: same }, i) => {
      for (const row of same) {
        for (let a = 0; a < actionCount; a++) logits[row * actionCount + a] = logOf(decided[i]![a]!);
      }
    });
    return logits;
  }

  async dispose(): Promise<void> {
    await this.#programs.heads.dispose();
    await this.#programs.dynamics?.dispose();
  }

  /** π_k at each of these states. */
  async #decide(states: readonly unknown[]): Promise<Float64Array[]> {
    const leaves: Leaves = { open: [], ended: [] };
    const trees = states.map((state) => this.#grow(state, this.#options.steps, leaves));
    const logFlow = await this.#logFlows(leaves.open);
    const logEnd = await this.#logEnds(leaves.ended);
    const mass = (node: Node): number => {
      if ("leaf" in node) return logFlow[node.leaf]!;
      if ("end" in node) return logEnd[node.end]!;
      return logSumExp(node.children.map((child) => mass(child)));
    };
    const noise = await this.#noiseAt(states);
    return trees.map((tree, i) => {
      const { children, outcomes } = tree as Extract<Node, { children: unknown }>;
      const wanted = children.map((child) => mass(child));
      return this.#nearest(states[i], noise[i]!, outcomes, wanted);
    });
  }

  /** All continuations of a state by so many outcomes, or to the end. */
  #grow(state: unknown, depth: number, leaves: Leaves): Node {
    if (depth === 0) return { leaf: leaves.open.push(state) - 1 };
    const outcomes = this.#possible(state);
    const children = outcomes.map((outcome): Node => {
      const next = this.#environment.next(state, outcome);
      if (!this.#environment.isTerminal(next)) return this.#grow(next, depth - 1, leaves);
      const object = this.#environment.objectOf(next);
      return { end: leaves.ended.push({ object, parent: state, outcome }) - 1 };
    });
    return { children, outcomes };
  }

  /** What can happen in a state, whatever is intended. */
  #possible(state: unknown): number[] {
    const { actionCount, outcomeCount } = this.#environment;
    const chances = new Float64Array(outcomeCount);
    const possible = new Set<number>();
    for (let action = 0; action < actionCount; action++) {
      if (!this.#environment.isLegal(state, action)) continue;
      this.#environment.outcomeProbabilities(state, action, chances);
      chances.forEach((chance, outcome) => chance > 0 && possible.add(outcome));
    }
    return [...possible].sort((a, b) => a - b);
  }

  async #logFlows(states: readonly unknown[]): Promise<Float64Array> {
    const heads = await this.#programs.heads.at(this.#listed(states), this.#options.context);
    const width = 1 + this.#environment.actionCount;
    return Float64Array.from(states, (_, i) => heads[i * width]!);
  }

  /** What finished objects count for. */
  async #logEnds(ended: Leaves["ended"]): Promise<Float64Array> {
    const { ends, context } = this.#options;
    if (ends !== undefined) {
      return ends.reward.logRewards(await ends.landscape.score(ended.map(({ object }) => object)));
    }
    const parents = ended.map(({ parent }) => parent);
    const heads = await this.#programs.heads.at(this.#listed(parents), context);
    const noise = await this.#noiseAt(parents);
    const { actionCount, outcomeCount } = this.#environment;
    return Float64Array.from(ended, ({ parent, outcome }, i) => {
      const row = i * (1 + actionCount);
      const legal = Array.from({ length: actionCount }, (_, a) => a).filter((a) =>
        this.#environment.isLegal(parent, a),
      );
      const all = logSumExp(legal.map((a) => heads[row + 1 + a]!));
      const made = legal.map((a) => heads[row + 1 + a]! + Math.log(noise[i]![a * outcomeCount + outcome]!));
      return heads[row]! + logSumExp(made) - all;
    });
  }

  /** The noise as the sampler knows it, [actions, outcomes] at each state. */
  async #noiseAt(states: readonly unknown[]): Promise<readonly Float64Array[]> {
    const { actionCount, outcomeCount } = this.#environment;
    const width = actionCount * outcomeCount;
    const { dynamics } = this.#programs;
    if (dynamics !== null) {
      const all = await dynamics.at(this.#listed(states), this.#options.context);
      return states.map((_, i) => all.subarray(i * width, (i + 1) * width));
    }
    const chances = new Float64Array(outcomeCount);
    return states.map((state) => {
      const table = new Float64Array(width);
      for (let action = 0; action < actionCount; action++) {
        if (!this.#environment.isLegal(state, action)) continue;
        this.#environment.outcomeProbabilities(state, action, chances);
        table.set(chances, action * outcomeCount);
      }
      return table;
    });
  }

  /** The intentions whose outcomes come nearest to what is wanted. */
  #nearest(
    state: unknown,
    noise: Float64Array,
    outcomes: readonly number[],
    wanted: readonly number[],
  ): Float64Array {
    const { actionCount, outcomeCount } = this.#environment;
    const policy = new Float64Array(actionCount);
    const legal = Array.from(policy.keys()).filter((a) => this.#environment.isLegal(state, a));
    const rows = Float64Array.from(legal.flatMap((a) => outcomes.map((c) => noise[a * outcomeCount + c]!)));
    const { pi } = bestReverse({ rows, actionCount: legal.length, outcomeCount: outcomes.length }, wanted);
    legal.forEach((a, i) => (policy[a] = pi[i]!));
    return policy;
  }

  #listed(states: readonly unknown[]): ReturnType<typeof describeStates> {
    return describeStates(this.#environment, states);
  }

  /** The outcomes so far; the rest is the pad. */
  #outcomesAt(tokens: Int32Array, start: number): readonly number[] {
    const { maxSteps, outcomeCount } = this.#environment;
    const all = Array.from(tokens.subarray(start, start + maxSteps));
    const end = all.indexOf(outcomeCount);
    return end < 0 ? all : all.slice(0, end);
  }

  #stateAfter(outcomes: readonly number[]): unknown {
    let state = initialState(this.#environment, this.#options.context);
    for (const outcome of outcomes) state = this.#environment.next(state, outcome);
    return state;
  }
}

/** Small enough to be never, and still a number. */
function logOf(chance: number): number {
  return Math.log(Math.max(chance, 1e-30));
}
