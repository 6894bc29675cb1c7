/** The portrait of a sampler, from what it was judged by: its law, its letters, the way samples take, the noise it learned. */
import type { Case } from "../../assessment/judge.ts";
import type { CaseReport } from "../../assessment/report.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import { topK } from "../../evaluation/sample/top-k.ts";
import { sequenceTable } from "../../evaluation/sample/sequence-table.ts";
import { grouped } from "../../number-words.ts";
import type { FigureData } from "../../figure/figures.ts";
import { beginningsOf } from "./beginnings.ts";
import { lettersAt } from "./letters-at.ts";
import type { Portrait } from "./portrait.ts";

/** More objects than these are thinned evenly. */
const mostObjects = 2 ** 17;
/** Longer sequences and larger alphabets have no readable picture. */
const [longest, mostLetters] = [2000, 64];
const topCount = 100;

/** Everything of one law: of all objects where they can be listed, else of samples. */
interface Known {
  readonly objects: readonly string[];
  readonly logReward: ArrayLike<number>;
  readonly probability: Float64Array | null;
  readonly target: Float64Array | null;
}

/** Draws up what figures need, under the first condition where there are several. */
export async function samplerPortrait(one: Case, found: CaseReport): Promise<Portrait> {
  const { environment } = one.world;
  const { samples, noise } = found;
  const subject = one.condition === undefined ? {} : { subject: one.condition.name };
  const { laws, evaluator } = one;
  const law = (await evaluator?.law()) ?? null;
  const known: Known | null =
    laws === null || law === null
      ? null
      : {
          objects: laws.objects,
          logReward: laws.logReward,
          probability: law,
          target: targetLaw(laws.logReward),
        };
  const names = outcomeNames(environment);
  return {
    law: { ...subject, ...lawData(one, known, found) },
    ...(noise === null
      ? {}
      : {
          "noise-matrix": {
            ...subject,
            intended: names.actions,
            outcomes: names.outcomes,
            learned: noise.learned,
            truth: noise.truth,
          },
        }),
    ...letterFigures(one, known, found, subject),
    ...gridFigures(environment, known, samples, subject),
  };
}

function lawData(
  { laws, world }: Case,
  known: Known | null,
  { samples, report }: CaseReport,
): Omit<FigureData<"law">, "subject"> {
  if (known === null || laws === null) {
    const logR = world.reward.logRewards(samples.scores);
    const note = `These are ${grouped(logR.length)} samples`;
    return { logR, logP: samples.logLaw ?? [], logZ: report.logZ.exact, note };
  }
  const count = known.objects.length;
  const step = Math.ceil(count / mostObjects);
  const every = (values: ArrayLike<number>, log: boolean): number[] =>
    Array.from({ length: Math.ceil(count / step) }, (_, i) =>
      log ? Math.log(values[i * step]!) : values[i * step]!,
    );
  return {
    logR: every(known.logReward, false),
    logP: every(known.probability!, true),
    best: every(laws.limit.law, true),
    // Of the target at any object: all differ by the same from their reward.
    logZ: logPartitionOf(known),
    ...(step > 1 ? { note: `One in ${step} of ${grouped(count)} objects is drawn` } : {}),
  };
}

function logPartitionOf({ logReward, target }: Known): number | null {
  const at = target?.findIndex((p) => p > 0) ?? -1;
  return at < 0 ? null : logReward[at]! - Math.log(target![at]!);
}

/** Letters by place, logos and the way through beginnings, of sequences. */
function letterFigures(
  { world }: Case,
  known: Known | null,
  { samples, report }: CaseReport,
  subject: { readonly subject?: string },
): Portrait {
  const sequences = asSequences(world.environment);
  const symbols = sequences === null ? "" : sequences.alphabet.symbols;
  if (sequences === null || symbols.length > mostLetters || sequences.maxLength > longest) return {};
  const letters = Array.from(symbols);
  const at = (objects: readonly string[], weights?: ArrayLike<number>): number[][] =>
    lettersAt(objects, letters, sequences.maxLength, weights);
  const sampler = at(known?.objects ?? samples.objects, known?.probability ?? undefined);
  const target = known?.target ? at(known.objects, known.target) : (report.truth?.marginals?.target ?? null);
  const { indices } = topK(sequenceTable(samples.objects), samples.scores, topCount);
  const best = Array.from(indices, (i) => samples.objects[i]!);
  return {
    marginals: { ...subject, letters, sampler, target },
    logo: {
      ...subject,
      letters,
      panels: [
        { title: "samples", shares: sampler },
        { title: `the best ${best.length} of ${grouped(samples.objects.length)} samples`, shares: at(best) },
        ...(target === null ? [] : [{ title: "target", shares: target }]),
      ],
    },
    ...(known?.probability && known.target
      ? { flow: { ...subject, beginnings: beginningsOf(known.objects, known.probability, known.target) } }
      : {}),
  };
}

/** Where walks end, of grids. */
function gridFigures(
  environment: Environment,
  known: Known | null,
  samples: CaseReport["samples"],
  subject: { readonly subject?: string },
): Portrait {
  if (!("side" in environment && "dimensions" in environment)) return {};
  const { side, dimensions } = environment as { readonly side: number; readonly dimensions: number };
  if (dimensions < 2 || side > 512) return {};
  const cells = (objects: readonly string[], weights: ArrayLike<number>): number[][] => {
    const sums = Array.from({ length: side }, () => Array.from({ length: side }, () => 0));
    objects.forEach((object, i) => {
      const [x, y] = object.split(",").map(Number) as [number, number];
      sums[x]![y]! += weights[i]!;
    });
    return sums;
  };
  const { objects } = samples;
  const sampler = !known?.probability
    ? cells(objects, new Float64Array(objects.length).fill(1 / objects.length))
    : cells(known.objects, known.probability);
  const target = !known?.target ? null : cells(known.objects, known.target);
  return { grid: { ...subject, side, sampler, target, dimensions } };
}

/** What intentions and outcomes are called. */
function outcomeNames(environment: Environment): {
  readonly actions: readonly string[];
  readonly outcomes: readonly string[];
} {
  const sequences = asSequences(environment);
  const symbols = sequences === null ? [] : Array.from(sequences.alphabet.symbols);
  const walks = "side" in environment ? (environment as unknown as { dimensions: number }).dimensions : 0;
  const name = (i: number): string =>
    symbols[i] ??
    (symbols.length > 0 || (walks > 0 && i === walks)
      ? "stop"
      : walks > 0
        ? `${"xyz"[i] ?? `axis ${i + 1}`} + 1`
        : String(i));
  const named = (count: number): string[] => Array.from({ length: count }, (_, i) => name(i));
  return { actions: named(environment.actionCount), outcomes: named(environment.outcomeCount) };
}
