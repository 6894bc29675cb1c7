/**
 * Which models are fitted to what was measured, one after another. Of DNA that is not known to be double-stranded,
 * words are read on one strand and on both, and whichever misses less on rows it has not seen decides how the costlier
 * models read: words with gaps, networks and the process.
 */
import type { AsyncSteps, Steps } from "../../evaluation/long-computation.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import { aminoAcidProperties, unlikeness } from "./amino-acid-properties.ts";
import type { Folds } from "./folds.ts";
import { GappedFeatures, wordsRead } from "./gapped-features.ts";
import type { FittedModel } from "./model.ts";
import { fitNetworks, networkPlan } from "./network-model.ts";
import { fitPerceptrons, perceptronPlan, PlaceInputs } from "./perceptron-model.ts";
import { PlaceFeatures } from "./place-features.ts";
import { fitProcess } from "./process-model.ts";
import { fitRidge } from "./ridge-model.ts";
import { type FeatureMap, SparseFeatures } from "./sparse-features.ts";
import type { ModelReport, SurrogateData } from "./surrogate.ts";
import { fitTwoParts } from "./two-part-model.ts";

/** A model ready to be fitted; `onShare` hears how far a fit is that takes long, and otherwise nothing. */
export interface Fit {
  readonly name: string;
  readonly steps: (
    onShare: (share: number) => void,
  ) => Steps<FittedModel | null> | AsyncSteps<FittedModel | null>;
}

/** The models there are for some data, each ready to be fitted; hears how the one before did. */
export function* modelKinds(
  data: SurrogateData,
  folds: Folds,
  seed: Key,
  { allRows, sparse }: { readonly allRows: boolean; readonly sparse: boolean },
): Iterator<Fit, void, ModelReport | null> {
  const { sequences, letters, length, dna, oneLength, doubleStranded = false } = data;
  const properties = data.alphabet === undefined ? null : aminoAcidProperties(data.alphabet);
  // Sites of a protein that are not next to each other have no words.
  const fewSites = oneLength && letters > 8 && length <= mostSites;
  const words = letters <= 4 ? [4, 5, 6] : letters <= 8 ? [3, 4] : [2, 3];
  const named = letters <= 4 ? "4- to 6-mers" : letters <= 8 ? "3- and 4-mers" : "2- and 3-mers";
  const ridge = (name: string, map: FeatureMap, bothStrands: boolean): Fit => {
    const full = `${name}${strandsRead(bothStrands)}`;
    return { name: full, steps: () => fitRidge(full, map, sequences, folds) };
  };
  const plain = (
    name: string,
    choice: { letters?: boolean; pairs: boolean; words: readonly number[] },
    bothStrands: boolean,
  ) =>
    ridge(
      name,
      new SparseFeatures({ letters: choice.pairs, oneLength, bothStrands, ...choice }, letters, length),
      bothStrands,
    );
  const mixed = { pairs: true, words };
  const letterByLetter = { letters: true, pairs: false, words: [] };
  yield plain("letters", letterByLetter, dna && doubleStranded);
  if (properties !== null)
    yield ridge("letters and properties", new PlaceFeatures(letters, length, properties), false);
  yield plain("pairs", { pairs: true, words: [] }, false);
  if (sparse) {
    const map = new SparseFeatures({ oneLength, bothStrands: false, ...letterByLetter }, letters, length);
    yield { name: "two parts", steps: () => fitTwoParts("two parts", map, sequences, folds) };
  }
  let bothStrands = false;
  if (!fewSites) {
    const one = dna && !doubleStranded ? yield plain(`pairs and ${named}`, mixed, false) : null;
    yield plain(named, { pairs: false, words }, dna);
    const both = yield plain(`pairs and ${named}`, mixed, dna);
    bothStrands = dna && (one === null || both!.betterEnd <= one.betterEnd);
    const gaps = gappedFor(data, bothStrands);
    if (gaps !== null) yield ridge("words with gaps", gaps, bothStrands);
  }
  const byPlace = oneLength && letters > 8 ? new PlaceInputs(sequences, letters) : null;
  const placed =
    byPlace === null ? null : perceptronPlan(sequences.length, byPlace.places, byPlace.count, folds.count);
  if (byPlace !== null && placed !== null) {
    const name = "networks by place";
    yield {
      name,
      steps: (onShare) => fitPerceptrons(name, sequences, byPlace, folds, placed, foldIn(seed, 3), onShare),
    };
  }
  const reading = { letters, length, bothStrands };
  const plan = fewSites ? null : networkPlan(reading, sequences.length, folds.count);
  if (plan !== null) {
    const name = `networks${strandsRead(bothStrands)}`;
    yield {
      name,
      steps: (onShare) => fitNetworks(name, sequences, folds, reading, plan, foldIn(seed, 2), onShare),
    };
  }
  // The process compares with every row it knows, which takes too long where very many rows are to be predicted.
  if (!allRows) return;
  const name = `Gaussian process${strandsRead(bothStrands)}`;
  const chance = Generator.fromKey(foldIn(seed, 1));
  const unlike = properties === null ? {} : { unlike: unlikeness(properties) };
  yield {
    name,
    steps: () => fitProcess(name, sequences, folds, { letters, bothStrands, ...unlike }, chance),
  };
}

/** Sites up to which neighbours among them are neighbours by accident. */
const mostSites = 8;

const strandsRead = (both: boolean): string => (both ? ", both strands" : "");

/** Words read per sequence, and in all, at most: beyond that a fit takes minutes. */
const mostWords = 2000;
const mostInAll = 2_000_000;

/** Words with gaps of the widest span that can be afforded; null where none can. */
function gappedFor({ sequences, letters, length }: SurrogateData, bothStrands: boolean): FeatureMap | null {
  const sizes = letters <= 4 ? [3, 4, 5] : letters <= 8 ? [2, 3, 4] : [2, 3];
  let span = 8;
  while (span > sizes.at(-1)! && wordsRead({ sizes, span }, length) > mostWords) span--;
  if (length < sizes.at(-1)! || sequences.length * wordsRead({ sizes, span }, length) > mostInAll)
    return null;
  return new GappedFeatures({ sizes, span, bothStrands }, letters, length);
}
