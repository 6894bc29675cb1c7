/** The settings of a round of design as the search takes them. */
import { readCodonErrors } from "../../design/synthesis/codon-errors.ts";
import { readErrorModel, uniformErrors } from "../../design/synthesis/error-model.ts";
import type { ErrorModel } from "../../design/synthesis/error-model.ts";
import type { ProposeOptions } from "../../design/propose.ts";
import { checkMeasurements } from "../../design/propose.ts";
import { type PlateRequest, readControls, wellsForDesigns } from "../../design/plate/lay-plates.ts";
import { frameOf } from "../../design/request/frame.ts";
import { measuredWithin } from "../../design/request/within-frame.ts";
import { DesignSpace } from "../../design/search/design-space.ts";
import { checkUtility, createUtility, type UtilityMap } from "../../design/utility/utility-map.ts";
import { WindageError } from "../../error.ts";
import { rulesAmong } from "../../run/project/rule-options.ts";
import { roundOptions, type RoundValues } from "../../run/project/round-options.ts";
import type { Assay, Measurement, Parent } from "../../landscape/assay/assay.ts";
import { codingOf, codonsMade } from "./coding-settings.ts";
import { requireEffect } from "../../settings/effect.ts";
import { namingSetting } from "../naming-setting.ts";

/** What a round is told; the matrix is read, and its text kept, by whoever calls. */
export function proposeOptionsOf(
  values: RoundValues,
  errors: ErrorModel,
  parent: Parent | undefined,
  alphabet: string,
): ProposeOptions {
  const rules = rulesAmong(values);
  const coding = codingOf(values, alphabet);
  const plate = plateOf(values);
  const { utilityWidth, threshold, steps, batch, minDistance, minNovelty, doubleStranded } = values;
  const { utility, aim, kappa, search, decideAhead, free, seed } = values;
  return {
    batch,
    minNovelty,
    doubleStranded,
    utility,
    aim,
    kappa,
    search,
    decideAhead,
    seed,
    errors,
    ...(utilityWidth === undefined ? {} : { utilityWidth }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(minDistance === undefined ? {} : { minDistance }),
    ...(steps === undefined ? {} : { steps }),
    ...(free === undefined ? {} : { free }),
    ...(parent === undefined ? {} : { parent }),
    ...(rules === undefined ? {} : { rules }),
    ...(coding === undefined ? {} : { coding }),
    ...(plate === undefined ? {} : { plate }),
  };
}

/** How the order is laid out on plates; undefined where it is not. */
function plateOf({ plate, replicates, controls }: RoundValues): PlateRequest | undefined {
  if (plate === undefined) return undefined;
  return {
    size: Number(plate),
    replicates,
    ...(controls === undefined ? {} : { controls: readControls(controls) }),
  };
}

/** What to say of places that orders will not change; undefined where they may change all. */
export function holdingNote(
  measurements: readonly Measurement[],
  { doubleStranded, free }: Pick<RoundValues, "doubleStranded" | "free">,
  parent: Parent | undefined,
): string | undefined {
  if (doubleStranded) return undefined;
  const sequences = measurements.map(({ sequence }) => sequence);
  const { words } = frameOf(sequences, { free, numbers: parent?.numbers });
  return words === undefined ? undefined : `${words} (--free lets orders change more)`;
}

/** The synthesis errors that a round is told of; a matrix is given as text, so that a project can keep it. */
export function errorsOf(
  values: Pick<RoundValues, "alpha" | "noiseMatrix" | "codons" | "codonChoice">,
  alphabet: string,
  file?: string,
): ErrorModel {
  const { alpha, noiseMatrix: matrix } = values;
  if (matrix === undefined) return uniformErrors(alpha, alphabet.length);
  const read = (name: string): ErrorModel =>
    readCodonErrors(matrix, alphabet, codonsMade(values), name) ?? readErrorModel(matrix, alphabet, name);
  if (file !== undefined) return read(file);
  try {
    return read("noiseMatrix");
  } catch (error) {
    throw namingSetting(error, "noiseMatrix");
  }
}

/** The settings of a round, checked together before anything is read; its threshold is given in the unit of the file. */
export function roundOf(values: RoundValues, given: ReadonlySet<string>, isLog: boolean): RoundValues {
  requireEffect(roundOptions, given, { ...values });
  const plate = plateOf(values);
  // A plate that is asked for alone is filled.
  const room = plate === undefined ? 0 : wellsForDesigns(plate);
  const filled =
    plate === undefined || given.has("batch")
      ? {}
      : { batch: Math.max(1, Math.floor(room / values.replicates)) };
  const { aim, threshold } = values;
  if (aim === "exceed" && threshold === undefined) {
    throw new WindageError(
      "cli/missing-option",
      (say) =>
        `${say("aim", "exceed")}: got no ${say("threshold")}, expected the score that designs have to pass; add ${say("threshold")}.`,
    );
  }
  if (threshold === undefined || !isLog) return { ...values, ...filled };
  if (threshold > 0) return { ...values, ...filled, threshold: Math.log10(threshold) };
  throw new WindageError(
    "cli/invalid-value",
    (say) =>
      `${say("threshold")}: got ${threshold}, expected a score above 0, in the unit of the file: ${say("oracle.log")} takes its logarithm.`,
  );
}

/** Thompson sampling takes no steps where it can look at every sequence, which only the file tells. */
export function requireSteps(
  { search, doubleStranded, free }: RoundValues,
  { alphabet, measurements, parent }: Assay,
): void {
  const sequences = measurements.map(({ sequence }) => sequence);
  const frame = frameOf(sequences, { free: doubleStranded ? "all" : free, numbers: parent?.numbers });
  const varying = measuredWithin(measurements, frame);
  if (search !== "thompson" || DesignSpace.of(varying, alphabet).all === null) return;
  throw new WindageError(
    "cli/no-effect",
    (say) =>
      `${say("steps")}: got it, but with ${say("search", "thompson")} it has an effect only where sequences cannot all be listed (several lengths, or more than 2^20); leave it out.`,
  );
}

/** What a score is worth in a round; refuses what cannot be learned from, before a project is begun with it. */
export function worthOf(
  measurements: readonly Measurement[],
  { utility, utilityWidth }: Pick<RoundValues, "utility" | "utilityWidth">,
  { minimize, log }: { readonly minimize: boolean; readonly log: boolean },
): UtilityMap {
  checkMeasurements(measurements);
  const oriented = measurements.map(({ score }) => (minimize ? -score : score));
  const map = createUtility(utility, oriented, utilityWidth);
  checkUtility(map, oriented, log);
  return map;
}
