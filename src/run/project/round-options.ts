/** The options of one round of design, for the command line and for the project that keeps them for the next round. */
import { ungrouped, utilityWidthOption } from "../../world/settings/assay-settings.ts";
import { only } from "../../world/settings/needs.ts";
import { codingOptions } from "./coding-options.ts";
import { plateOptions } from "./plate-options.ts";
import { ruleOptions } from "./rule-options.ts";
import type { Settings, SpecTable, ValueOfOption } from "../../settings/value-spec.ts";

/** Thompson sampling has an aim of its own: the best of each function that it draws. */
const aimed = {
  words: "with a --search other than thompson",
  holds: ({ search }: Settings): boolean => search !== "thompson",
};

/** What is wanted of the batch, and how it is looked for. */
export const roundOptions = {
  batch: { kind: "integer", min: 1, max: 100_000, default: 100, description: "How many sequences to order." },
  minDistance: {
    kind: "integer",
    min: 1,
    max: 1000,
    needs: [{ words: "with --batch 2 or more", holds: ({ batch }) => batch !== 1 }],
    description:
      "Letters by which any two designs of the batch differ at least; unless told 1 to 3, as many as there is room for (1 on four sites).",
  },
  minNovelty: {
    kind: "integer",
    min: 1,
    max: 1000,
    default: 1,
    description: "Letters by which a design differs from everything measured at least.",
  },
  free: {
    kind: "text",
    valueName: "places",
    needs: [{ words: "without --double-stranded", holds: ({ doubleStranded }) => doubleStranded !== true }],
    description:
      "Places that may be changed although they are the same in everything measured, such as 5,12-14, or all; others of this kind are held.",
  },
  ...ruleOptions,
  ...codingOptions,
  ...plateOptions,
  doubleStranded: {
    kind: "boolean",
    description: "A DNA sequence and its reverse complement are the same thing.",
  },
  alpha: {
    path: "noise.alpha",
    kind: "number",
    min: 0,
    max: 1,
    default: 0,
    needs: [{ words: "without --noise-matrix", holds: ({ noiseMatrix }) => noiseMatrix === undefined }],
    description: "Synthesis errors: how often a letter is replaced by a random one.",
  },
  noiseMatrix: {
    path: "noise.matrix",
    kind: "text",
    valueName: "file",
    description:
      "Synthesis errors as a CSV of probabilities, intended × real (docs/noise.md), instead of --alpha.",
  },
  utility: {
    path: "oracle.utility",
    kind: "choice",
    choices: ["rank", "sigmoid", "exp", "given"],
    default: "rank",
    description: "What a score is worth; the picture shows it.",
  },
  utilityWidth: { ...ungrouped(utilityWidthOption), needs: [only.withExpUtility] },
  aim: {
    kind: "choice",
    choices: ["mean", "explore", "safe", "improvement", "exceed"],
    default: "mean",
    needs: [aimed],
    description:
      "What counts of a prediction. mean: itself; explore, safe: more or less of its standard error (--kappa); improvement: over the best measured; exceed: its chance to pass --threshold.",
  },
  kappa: {
    kind: "number",
    min: 0,
    default: 1,
    needs: [
      aimed,
      { words: "with --aim explore or safe", holds: ({ aim }) => aim === "explore" || aim === "safe" },
    ],
    description: "Standard errors for --aim explore and safe.",
  },
  threshold: {
    kind: "number",
    needs: [aimed, { words: "with --aim exceed", holds: ({ aim }) => aim === "exceed" }],
    description: "The score --aim exceed has to pass, in the unit of the file.",
  },
  search: {
    kind: "choice",
    choices: ["gflownet", "evolution", "thompson", "all"],
    default: "gflownet",
    description: "How candidates are found; all looks at every sequence of a space of at most 2^20.",
  },
  steps: {
    kind: "integer",
    min: 1,
    needs: [{ words: "with a --search other than all", holds: ({ search }) => search !== "all" }],
    description:
      "Length of the search; for gflownet 800, or 200 where sequences cannot be listed, 100 for evolution, 50 for thompson where they cannot be listed.",
  },
  decideAhead: {
    kind: "integer",
    min: 0,
    max: 8,
    default: 0,
    needs: [{ words: "with --search gflownet", holds: ({ search }) => search === "gflownet" }],
    description:
      "Letters that the sampler looks ahead in its last samples, by its flows and what finished sequences are worth; 0 is its policy itself. Of use with few --steps (docs/design.md).",
  },
  seed: {
    kind: "integer",
    min: 0,
    default: 0,
    description: "The same seed and measurements give the same batch.",
  },
} as const satisfies SpecTable;

/** What a round was told. */
export type RoundValues = {
  readonly [K in keyof typeof roundOptions]: ValueOfOption<(typeof roundOptions)[K]>;
};
