/** The settings of a round of design as the search takes them. */
import { frameOf } from "../../design/request/frame.ts";
import { readErrorModel, uniformErrors } from "../../design/synthesis/error-model.ts";
import type { ErrorModel, ProposeOptions } from "../../design/index.ts";
import { WindageError } from "../../error.ts";
import type { Measurement, Parent } from "../../landscape/index.ts";
import type { RoundValues } from "../../experiment/options/round-options.ts";

/** What a round is told; the matrix is read, and its text kept, by whoever calls. */
export function proposeOptionsOf(
  values: RoundValues,
  errors: ErrorModel,
  parent: Parent | undefined,
): ProposeOptions {
  const { utilityWidth, threshold, steps, batch, minDistance, minNovelty, doubleStranded } = values;
  const { utility, aim, kappa, search, decideAhead, free, seed } = values;
  return {
    batch,
    minDistance,
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
    ...(steps === undefined ? {} : { steps }),
    ...(free === undefined ? {} : { free }),
    ...(parent === undefined ? {} : { parent }),
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

/** The synthesis errors that options describe; a matrix is given as text, so that a project can keep it. */
export function errorsOf(
  alpha: number,
  matrix: string | undefined,
  alphabet: string,
  file?: string,
): ErrorModel {
  return matrix === undefined
    ? uniformErrors(alpha, alphabet.length)
    : readErrorModel(matrix, alphabet, file ?? "--noise-matrix");
}

/** Refuses an aim without what it needs, before anything is read, fitted or kept. */
export function requireThreshold({ aim, threshold }: Pick<RoundValues, "aim" | "threshold">): void {
  if (aim !== "exceed" || threshold !== undefined) return;
  throw new WindageError(
    "cli/missing-option",
    "--aim exceed: got no --threshold, expected the score that designs have to pass; add --threshold.",
  );
}

/** A threshold in the unit of the file, as a round takes it. */
export function workedThreshold(threshold: number, log: boolean): number {
  if (!log) return threshold;
  if (threshold > 0) return Math.log10(threshold);
  throw new WindageError(
    "cli/invalid-value",
    `--threshold: got ${threshold}, expected a score above 0, in the unit of the file: --log takes its logarithm.`,
  );
}
