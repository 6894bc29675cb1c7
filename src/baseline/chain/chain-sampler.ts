/**
 * What every method made of Markov chains does alike: start the chains, count what steps cost, and hand out samples.
 * How a chain steps is the method's own.
 *
 * A step costs one environment step per chain. An oracle call is spent only on an object that differs from the one the
 * chain is at: an edit that changes nothing, or leads nowhere, has nothing to ask about.
 */
import { shareSpent } from "../../training/setup/budget.ts";
import type { Budget } from "../../training/setup/budget.ts";
import type { Method, MethodState } from "../../training/method.ts";
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { GeneratorState } from "../../random/state.ts";
import type { Key } from "../../random/key.ts";
import { samplingKey } from "../../sampling/fresh-trajectories.ts";
import type { BaselineSetup } from "../setup.ts";
import type { EditObject, EditSpace } from "./edit-space.ts";
import { UniformObjects } from "./uniform-objects.ts";

/** Where a chain is. */
export interface ChainState {
  readonly object: EditObject;
  readonly text: string;
  readonly score: number;
  readonly logReward: number;
}

/** What a step of all chains may use. */
export interface StepTools {
  readonly generator: Generator;
  /**
   * What one written edit per chain makes of its object, scored: the very same state where nothing changed, undefined
   * where there is no such object.
   */
  readonly propose: (
    states: readonly ChainState[],
    edits: readonly number[],
  ) => Promise<readonly (ChainState | undefined)[]>;
  /** The share of the budget that is spent. */
  readonly share: number;
  /** False while samples are handed out, which must teach nothing. */
  readonly learning: boolean;
}

export interface ChainStep {
  readonly states: readonly ChainState[];
  readonly metrics: Readonly<Record<string, number>>;
}

export interface ChainMethod {
  readonly name: string;
  readonly space: EditSpace;
  readonly chains: number;
  step(states: readonly ChainState[], tools: StepTools): Promise<ChainStep>;
  /** What the method itself carries over, beside its chains; nothing unless it learns. */
  save?(): MethodState;
  restore?(state: MethodState): void;
  dispose(): Promise<void>;
}

/** Chains between two iterations, as JSON. */
interface ChainsMeta {
  readonly iteration: number;
  readonly spent: Budget;
  /** What the scorer had counted. */
  readonly calls: number;
  readonly generator: GeneratorState;
  /** Null before the first iteration. */
  readonly chains: readonly { readonly text: string; readonly score: number }[] | null;
  readonly method: object;
}

/** Chains at work. The first iteration builds their first objects; every later one is a step of each chain. */
export function chainSampler(setup: BaselineSetup, method: ChainMethod): Method {
  const { environment, scorer, reward, budget, seed } = setup;
  const { name, space, chains } = method;
  const generator = Generator.fromKey(foldIn(key(seed), 1));
  let iteration = 0;
  let spent: Budget = { oracleCalls: 0, environmentSteps: 0 };
  let states: readonly ChainState[] | undefined;

  async function scored(objects: readonly EditObject[]): Promise<ChainState[]> {
    const texts = objects.map((object) => space.format(object));
    const scores = objects.length === 0 ? [] : await scorer.score(texts);
    return objects.map((object, i) => stateOf(object, texts[i]!, scores[i]!));
  }

  function stateOf(object: EditObject, text: string, score: number): ChainState {
    return { object, text, score, logReward: reward.logReward(score) };
  }

  async function start(from: Key): Promise<{ readonly states: ChainState[]; readonly steps: number }> {
    const { objects, steps } = await new UniformObjects(environment, chains, from).draw();
    return { states: await scored(objects.map((text) => space.parse(text))), steps };
  }

  async function propose(
    from: readonly ChainState[],
    edits: readonly number[],
  ): Promise<readonly (ChainState | undefined)[]> {
    const objects = from.map(({ object }, i) => space.apply(object, edits[i]!));
    const isNew = objects.map((object, i) => object !== undefined && object !== from[i]!.object);
    const fresh = await scored(objects.filter((_, i) => isNew[i]) as EditObject[]);
    let next = 0;
    return objects.map((object, i) =>
      object === undefined ? undefined : isNew[i] ? fresh[next++]! : from[i]!,
    );
  }

  /** Runs something whose scores do not count, such as handing out samples. */
  async function uncounted<T>(run: () => Promise<T>): Promise<T> {
    const { calls } = scorer;
    try {
      return await run();
    } finally {
      scorer.resumeAt(calls);
    }
  }

  return {
    name,
    get iteration() {
      return iteration;
    },
    get spent() {
      return spent;
    },
    async iterate() {
      const before = scorer.calls;
      let steps = chains;
      let metrics: Readonly<Record<string, number>> = {};
      if (states === undefined) {
        ({ states, steps } = await start(foldIn(key(seed), 0)));
      } else {
        const tools = { generator, propose, share: shareSpent(spent, budget), learning: true };
        ({ states, metrics } = await method.step(states, tools));
      }
      iteration++;
      spent = {
        oracleCalls: spent.oracleCalls + scorer.calls - before,
        environmentSteps: spent.environmentSteps + steps,
      };
      const meanReward = states.reduce((sum, { logReward }) => sum + Math.exp(logReward), 0) / chains;
      return {
        objects: states.map(({ text }) => text),
        scores: Float64Array.from(states, ({ score }) => score),
        metrics: { meanReward, ...metrics },
      };
    },
    policy: null,
    sample: (count, sampleSeed = 0) =>
      uncounted(async () => {
        const root = samplingKey(sampleSeed);
        let copies = states ?? (await start(foldIn(root, 0))).states;
        const share = shareSpent(spent, budget);
        const tools = { generator: Generator.fromKey(foldIn(root, 1)), propose, share, learning: false };
        const objects = copies.map(({ text }) => text);
        while (objects.length < count) {
          // As many steps as a policy may take to build an object from scratch.
          for (let i = 0; i < environment.maxSteps; i++) copies = (await method.step(copies, tools)).states;
          for (const { text } of copies) objects.push(text);
        }
        return objects.slice(0, count);
      }),
    save() {
      const { meta, arrays } = method.save?.() ?? { meta: {}, arrays: {} };
      const kept: ChainsMeta = {
        iteration,
        spent,
        calls: scorer.calls,
        generator: generator.save(),
        chains: states?.map(({ text, score }) => ({ text, score })) ?? null,
        method: meta,
      };
      return { meta: kept, arrays };
    },
    restore({ meta, arrays }) {
      const kept = meta as ChainsMeta;
      ({ iteration, spent } = kept);
      scorer.resumeAt(kept.calls);
      generator.assign(kept.generator);
      states = kept.chains?.map(({ text, score }) => stateOf(space.parse(text), text, score));
      method.restore?.({ meta: kept.method, arrays });
    },
    dispose: () => method.dispose(),
  };
}

/** Accepts or rejects what was proposed, and counts: `logRatio` is the log of the Metropolis–Hastings ratio. */
export function decide(
  states: readonly ChainState[],
  proposals: readonly (ChainState | undefined)[],
  generator: Generator,
  logRatio: (chain: number, proposal: ChainState) => number,
): ChainStep {
  let changes = 0;
  let accepted = 0;
  const next = states.map((state, chain) => {
    const proposal = proposals[chain];
    // Drawn whether needed or not, so that chains do not disturb each other's luck.
    const luck = Math.log(1 - generator.float64());
    if (proposal === undefined || proposal === state) return state;
    changes += 1;
    if (luck >= logRatio(chain, proposal)) return state;
    accepted += 1;
    return proposal;
  });
  const metrics = { acceptance: changes === 0 ? 0 : accepted / changes, moved: accepted / states.length };
  return { states: next, metrics };
}
