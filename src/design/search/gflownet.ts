/**
 * Search with a GFlowNet: a policy that builds sequences letter by letter is trained until sequences come out in
 * proportion to what ordering them is worth, measured ones mixed in as examples. It builds orders, and an order is
 * carried out as written until the synthesis begins, so the policy's own world has no errors in it; they are in the
 * worth. Everything it has looked at is a candidate.
 *
 * Where sequences cannot be listed, nearly all of them are worth next to nothing. There most trajectories build upon the
 * best sequences known, and these also breed as in evolution: the policy alone goes too few steps to get far.
 */
import { aheadPolicy, refuseFarAhead } from "../../assessment/look-ahead/ahead-policy.ts";
import { drawUnscored } from "../../assessment/samples.ts";
import type { Environment } from "../../environment/environment.ts";
import { replaySequence } from "../../environment/sequence/replay-sequence.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { Reward } from "../../landscape/reward.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Policy } from "../../training/method.ts";
import { runMethod } from "../../training/run-method.ts";
import { utilityFloor } from "../utility/utility-map.ts";
import { Candidates } from "./candidates.ts";
import type { DesignSpace } from "./design-space.ts";
import { Elite, type EliteMember } from "./elite.ts";
import { litter } from "./offspring.ts";
import type { Search } from "./search.ts";
import { stopped, turn } from "./stopped.ts";
import { climbed, finalists } from "./worth.ts";

const freshPerStep = 128;
/** Of these on a space that cannot be looked at as a whole: built on the best sequences known. */
const templatedPerStep = 96;
/** Likewise: children of the best that only the surrogate looks at, which costs far less than to build them. */
const bredPerStep = 500;
const replayedPerStep = 64;
const examplesPerStep = 32;
const examples = 1000;
/** Samples drawn after training, on top of everything training has seen. */
const finalSamples = 8192;
/** Continuations looked at over all samples that look ahead; where sequences are few, samples share most of them. */
const mostAhead = { listed: 2 ** 22, others: 2 ** 19 };
/** Samples are drawn so many at a time, so that fewer would cost the same. */
const fewestAhead = 256;
/** Samples looked at between two words about how far it is. */
const lookedAtOnce = 128;
/** Above this many prefixes a memory of each beside the network costs more than it gives. */
const rememberedUpTo = 2 ** 18;

/** The world in which designs are built, letter by letter; errors come after that. */
function designEnvironment({
  oneLength,
  alphabet,
  minLength,
  maxLength,
  rules,
}: DesignSpace): SequenceEnvironment {
  const mask = rules === null ? {} : { isLegal: rules.machine.isLegal };
  return sequenceEnvironment(
    oneLength ? { alphabet, length: maxLength, ...mask } : { alphabet, minLength, maxLength, ...mask },
  );
}

/** Refuses to look further ahead than designs of this space allow, before anything is fitted. */
export function checkDecideAhead(space: DesignSpace, steps: number): void {
  if (steps > 0) refuseFarAhead(designEnvironment(space), steps);
}

/** What was measured as examples; where it breaks the rules, which cannot be built, what obeys them next to it. */
function obeying<Known extends { readonly tokens: Uint8Array; readonly sequence: string }>(
  measured: readonly Known[],
  space: DesignSpace,
  seed: Key,
): readonly Pick<Known, "tokens" | "sequence">[] {
  const { rules } = space;
  if (rules === null) return measured;
  const generator = Generator.fromKey(seed);
  const found = measured.map(({ tokens }) => rules.machine.repaired(tokens, generator));
  const different = new Map(found.map((tokens) => [space.decode(tokens), tokens]));
  return Array.from(different, ([sequence, tokens]) => ({ sequence, tokens }));
}

export const searchWithGflownet: Search = async (task) => {
  const { worth, surrogate, measured, batch, steps, decideAhead, seed, signal } = task;
  const { onStep, onProgress, onMemory } = task;
  const { space, table } = worth;
  const worthOf = climbed(worth);
  const { alphabet, maxLength } = space;
  const environment = designEnvironment(space);
  const landscape =
    table !== null && space.all !== null
      ? new TableLandscape("worth", space.all, table)
      : functionOracle({
          mode: "batch",
          name: "worth",
          score: (sequences) => worthOf(sequences.map((sequence) => space.encode(sequence))),
        });
  const reward = new Reward({ exponent: 1, floor: utilityFloor });
  const known = obeying(measured.slice(0, examples), space, foldIn(seed, 2));
  const knownWorth = worthOf(known.map(({ tokens }) => tokens));
  const elite = new Elite(
    (sequences) => surrogate.meansAndSpreads(sequences.map((sequence) => space.encode(sequence))).spread,
  );
  const members = (sequences: readonly string[], scores: ArrayLike<number>): EliteMember[] =>
    sequences.map((sequence, i) => ({
      sequence,
      outcomes: replaySequence(environment, sequence).outcomes,
      worth: scores[i]!,
    }));
  const dataset = members(
    known.map(({ sequence }) => sequence),
    knownWorth,
  );
  const templated = space.all === null ? templatedPerStep : 0;
  if (templated > 0) elite.add(dataset);
  const remembered = alphabet.length ** maxLength <= rememberedUpTo;
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    dynamics: "known",
    model: remembered ? { kind: "memory", hidden: 64, layers: 2 } : { kind: "kmer", hidden: 128, layers: 2 },
    batch: {
      onPolicy: freshPerStep - templated,
      exploratory: templated,
      replay: replayedPerStep,
      dataset: known.length > 0 ? examplesPerStep : 0,
    },
    replay: { priority: 1 },
    dataset: dataset.map(({ sequence, outcomes, worth: score }) => ({
      object: sequence,
      real: outcomes,
      score,
    })),
    ...(templated > 0 ? { templates: elite.template } : {}),
    extraUpdates: 1,
    decayOver: steps,
    epsilon: 0.05,
    seed: Generator.fromKey(foldIn(seed, 0)).integer(2 ** 31),
    ...(onMemory ? { onMemory } : {}),
  });
  try {
    const ahead =
      decideAhead === 0 ? null : aheadPolicy(trainer, { steps: decideAhead, ends: { landscape, reward } });
    const candidates = new Candidates();
    const breeder = Generator.fromKey(foldIn(seed, 1));
    /** Children of the best join them where they are good enough, and are built upon; the policy need not build them. */
    const breed = (): void => {
      const parents = elite.members.map(({ sequence }) => space.encode(sequence));
      const decode = (child: Uint8Array): string => space.decode(child);
      const born = litter(parents, bredPerStep, alphabet.length, breeder, decode, space.rules);
      const sequences = [...born.keys()];
      const values = worthOf([...born.values()]);
      for (const [i, sequence] of sequences.entries()) candidates.add(sequence, values[i]!);
      const least = elite.members.at(-1)!.worth;
      const good = sequences
        .map((sequence, i) => ({ sequence, worth: values[i]! }))
        .filter((one) => one.worth > least);
      elite.add(
        members(
          good.map(({ sequence }) => sequence),
          good.map((one) => one.worth),
        ),
      );
    };
    let best = Number.NEGATIVE_INFINITY;
    const finished = await runMethod(trainer, {
      goesOn: () => trainer.iteration < steps,
      onIteration({ objects, scores }) {
        for (const [i, sequence] of objects.entries()) {
          candidates.add(sequence, scores[i]!);
          best = Math.max(best, scores[i]!);
        }
        if (templated > 0) {
          elite.add(members(objects, scores));
          breed();
        }
        onStep?.({ step: trainer.iteration, steps, candidates: candidates.count, best });
      },
      ...(signal ? { signal } : {}),
    });
    if (!finished) throw stopped();
    const draw = async (policy: Policy, count: number, doing: string): Promise<void> => {
      onProgress?.(doing, 0);
      const { objects } = await drawUnscored(environment, policy, count, 0, {
        onDrawn(drawn) {
          if (signal?.aborted === true) throw stopped();
          onProgress?.(doing, drawn / count);
        },
      });
      for (let from = 0; from < objects.length; from += lookedAtOnce) {
        await turn(signal);
        const some = objects.slice(from, from + lookedAtOnce);
        const scores = worthOf(some.map((sequence) => space.encode(sequence)));
        for (const [i, sequence] of some.entries()) candidates.add(sequence, scores[i]!);
        onProgress?.("Looking at what was drawn", (from + some.length) / objects.length);
      }
    };
    await draw(trainer.policy, finalSamples, "Drawing from what was learned");
    if (ahead !== null) {
      const most = space.all === null ? mostAhead.others : mostAhead.listed;
      await draw(ahead, samplesAhead(environment, decideAhead, most), "Drawing with a look ahead");
    }
    return await finalists(worth, candidates, batch, task);
  } finally {
    await trainer.dispose();
  }
};

/** As many samples as can be drawn with so many continuations at every step. */
function samplesAhead({ outcomeCount, maxSteps }: Environment, steps: number, most: number): number {
  const affordable = Math.floor(most / (outcomeCount ** steps * maxSteps));
  return Math.min(finalSamples, Math.max(fewestAhead, affordable));
}
