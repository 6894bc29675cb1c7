/**
 * Annealed Markov chains with a learned proposal, after MARS. A network looks at an object and says which edits are
 * worth intending; it is taught by the edits that were accepted and raised the reward. The target is R^(1/T), with T
 * falling from T₀ to 1, and each step is accepted by the exact ratio of the proposal as it is at that moment, noise
 * included.
 *
 * While T is above 1, or the proposal still changes, the law of the chains is not R/Z. From `adaptShare` of the budget
 * on both stand still, and the chains are Metropolis–Hastings with a better proposal than chance.
 */
import { Adam } from "../engine/optimiser/adam.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { f32 } from "../engine/spec.ts";
import { nn, np } from "../engine/jax.ts";
import { normal } from "../engine/parameters/initialisers.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import { applyMlp, mlpTree } from "../model/mlp.ts";
import { foldIn, key } from "../random/key.ts";
import { Generator } from "../random/generator.ts";
import type { GeneratorState } from "../random/state.ts";
import { drawOutcome } from "../sampling/draw-outcome.ts";
import type { EditObject, EditSpace } from "./chain/edit-space.ts";
import { chainSampler, decide } from "./chain/chain-sampler.ts";
import { carryOut, editSpace, uniformIntentions } from "./chain/edits.ts";
import { settingsFor } from "./check-settings.ts";
import { logHastings } from "./mh.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method, MethodState } from "../training/method.ts";

export interface MarsSettings {
  /** Chains side by side, each of which takes one step per iteration. */
  readonly chains: number;
  /** T₀, from which the temperature falls to 1. */
  readonly startTemperature: number;
  /** The share of the budget after which T is 1 and the proposal no longer learns. */
  readonly adaptShare: number;
  /** The share of intentions that are uniform whatever the network says, so that every edit stays possible. */
  readonly uniformShare: number;
  readonly rate: number;
  /** Recent improvements that are remembered. */
  readonly bufferSize: number;
  /** Improvements per update of the network. */
  readonly batchSize: number;
  /** Iterations per update of the network. */
  readonly updateEvery: number;
}

export const marsDefaults: MarsSettings = {
  chains: 16,
  startTemperature: 4,
  adaptShare: 0.5,
  uniformShare: 0.2,
  rate: 3e-3,
  bufferSize: 2048,
  batchSize: 64,
  updateEvery: 4,
};

/** An accepted edit that raised the reward. */
interface Improvement {
  readonly object: EditObject;
  readonly edit: number;
}

/** Annealed chains with a learned proposal on the objects of an environment, under its noise. */
export async function createMars(setup: BaselineSetup, given: Partial<MarsSettings> = {}): Promise<Method> {
  const settings = settingsFor("mars", marsDefaults, given, {
    chains: "count",
    startTemperature: "one or more",
    adaptShare: "share",
    uniformShare: "share",
    rate: "positive",
    bufferSize: "capacity",
    batchSize: "count",
    updateEvery: "count",
  });
  const { chains, startTemperature, adaptShare, bufferSize, batchSize, updateEvery } = settings;
  const space = editSpace(setup.environment);
  const proposal = await createProposal(space, setup, settings);
  const luckOfUpdates = Generator.fromKey(foldIn(key(setup.seed), 3));
  const improvements: Improvement[] = [];
  let iteration = 0;
  let seen = 0;
  let loss = Number.NaN;

  return chainSampler(setup, {
    name: "mars",
    space,
    chains,
    async step(states, { generator, propose, share, learning }) {
      const temperature = marsTemperature(share, startTemperature, adaptShare);
      const there = await proposal.laws(states.map(({ object }) => object));
      const edits = there.map((law) =>
        carryOut(space, drawOutcome(law, generator.float64()), generator.float64()),
      );
      const proposals = await propose(states, edits);
      const back = await proposal.laws(states.map((state, chain) => (proposals[chain] ?? state).object));
      const { states: next, metrics } = decide(states, proposals, generator, (chain, { logReward }) => {
        const { object, logReward: before } = states[chain]!;
        const edit = { object, edit: edits[chain]!, there: there[chain]!, back: back[chain]! };
        return (logReward - before) / temperature + logHastings(space, edit);
      });
      if (!learning) return { states: next, metrics };

      if (share < adaptShare) {
        for (const [chain, { object, logReward }] of states.entries()) {
          if (next[chain]!.logReward <= logReward) continue;
          improvements[seen++ % bufferSize] = { object, edit: edits[chain]! };
        }
        if (++iteration % updateEvery === 0 && improvements.length > 0) {
          const batch = Array.from(
            { length: batchSize },
            () => improvements[luckOfUpdates.integer(improvements.length)]!,
          );
          loss = await proposal.learn(batch);
        }
      }
      const known = Number.isNaN(loss) ? {} : { loss };
      return {
        states: next,
        metrics: { ...metrics, temperature, improvements: improvements.length, ...known },
      };
    },
    save() {
      const { step, arrays } = proposal.save();
      const kept: MarsState = {
        step,
        iteration,
        seen,
        loss: Number.isNaN(loss) ? null : loss,
        luck: luckOfUpdates.save(),
        improvements: improvements.map(({ object, edit }) => ({ text: space.format(object), edit })),
      };
      return { meta: kept, arrays };
    },
    restore({ meta, arrays }) {
      const kept = meta as MarsState;
      ({ iteration, seen } = kept);
      loss = kept.loss ?? Number.NaN;
      luckOfUpdates.assign(kept.luck);
      improvements.length = 0;
      for (const { text, edit } of kept.improvements) improvements.push({ object: space.parse(text), edit });
      proposal.restore({ step: kept.step, arrays });
    },
    dispose: () => proposal.dispose(),
  });
}

/** What the learned proposal carries over, beside its weights. */
interface MarsState {
  /** Updates of the network. */
  readonly step: number;
  readonly iteration: number;
  readonly seen: number;
  readonly loss: number | null;
  readonly luck: GeneratorState;
  readonly improvements: readonly { readonly text: string; readonly edit: number }[];
}

/** T at a share of the budget: linear from T₀ to 1 at `adaptShare`, and 1 from there on. */
export function marsTemperature(share: number, startTemperature: number, adaptShare: number): number {
  return share >= adaptShare ? 1 : 1 + (startTemperature - 1) * (1 - share / adaptShare);
}

/** What a chain intends at an object, and how that is learned. */
export interface LearnedProposal {
  /** q(a|x) over all edits for each object, uniform share included; as many objects as there are chains. */
  laws(objects: readonly EditObject[]): Promise<readonly Float64Array[]>;
  /** One update by maximum likelihood of what was written; returns the loss before it. */
  learn(batch: readonly Improvement[]): Promise<number>;
  save(): { readonly step: number; readonly arrays: Weights };
  restore(state: { readonly step: number; readonly arrays: MethodState["arrays"] }): void;
  dispose(): Promise<void>;
}

type Weights = Readonly<Record<"values" | "firstMoment" | "secondMoment", Float32Array>>;

/** A perceptron from the one-hot object to logits over (position, intended token). */
export async function createProposal(
  space: EditSpace,
  { model, seed, engine }: Pick<BaselineSetup, "model" | "seed" | "engine">,
  { chains, batchSize, rate, uniformShare }: MarsSettings,
): Promise<LearnedProposal> {
  const { featureCount, editCount } = space;
  const { hidden = 128, layers = 2 } = model;
  const widths = [featureCount, ...Array.from({ length: layers }, () => hidden), editCount];
  // A small last layer starts with almost uniform intentions.
  const parameters = createParameters({ proposal: mlpTree(widths, normal(0.01)) }, foldIn(key(seed), 2));
  const optimiser = new Adam(parameters, { rate, clip: 10 });
  const options = engine ? { engine } : {};
  const current = await compileWithParameters(
    "mars proposal",
    ({ proposal }, { x }) => ({ logits: applyMlp(proposal, x) }),
    { parameters, inputs: { x: f32(chains, featureCount) } },
    options,
  );
  // −log Σ_a q_θ(a|x) P(written|a): the written edit is what succeeded, whichever intention it came from.
  const training = await compileTraining(
    "mars training",
    ({ proposal }, { x, logKernel }) => {
      const logits = applyMlp(proposal, x);
      const ofWritten = nn.logsumexp(logits.ref.add(logKernel), -1);
      return { loss: np.mean(nn.logsumexp(logits, -1).sub(ofWritten)) };
    },
    {
      parameters,
      optimiser,
      inputs: { x: f32(batchSize, featureCount), logKernel: f32(batchSize, editCount) },
    },
    options,
  );
  const uniform = uniformIntentions(space);
  const x = new Float32Array(chains * featureCount);
  const batchX = new Float32Array(batchSize * featureCount);
  const logKernel = new Float32Array(batchSize * editCount);

  return {
    async laws(objects) {
      x.fill(0);
      for (const [row, object] of objects.entries()) space.encode(object, x, row * featureCount);
      const { logits } = await current.run({ x });
      return objects.map((_, row) => {
        const law = softmax(logits.subarray(row * editCount, (row + 1) * editCount) as Float32Array);
        return law.map((p, edit) => (1 - uniformShare) * p + uniformShare * uniform[edit]!);
      });
    },
    async learn(batch) {
      batchX.fill(0);
      // Far below any logit: such an intention cannot have led to what was written.
      logKernel.fill(-1e9);
      for (const [row, { object, edit }] of batch.entries()) {
        space.encode(object, batchX, row * featureCount);
        const { first, size, kernel } = space.groupOf(edit);
        for (let a = 0; a < size; a++) {
          const p = kernel[a * size + edit - first]!;
          if (p > 0) logKernel[row * editCount + first + a] = Math.log(p);
        }
      }
      return (await training.step({ x: batchX, logKernel })).loss;
    },
    save: () => ({
      step: optimiser.step,
      arrays: {
        values: parameters.values.slice(),
        firstMoment: parameters.moments[0].slice(),
        secondMoment: parameters.moments[1].slice(),
      },
    }),
    restore({ step, arrays }) {
      parameters.values.set(arrays["values"]!);
      parameters.moments[0].set(arrays["firstMoment"]!);
      parameters.moments[1].set(arrays["secondMoment"]!);
      optimiser.restore({ step });
    },
    async dispose() {
      await Promise.all([current.dispose(), training.dispose()]);
    },
  };
}

/** Probabilities of logits, in double precision so that ratios of them are exact enough to balance. */
function softmax(logits: Float32Array): Float64Array {
  const largest = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const law = Float64Array.from(logits, (logit) => Math.exp(logit - largest));
  const total = law.reduce((sum, weight) => sum + weight, 0);
  return law.map((weight) => weight / total);
}
