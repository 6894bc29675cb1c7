/**
 * Settings of any world, keyed by the path that each has in the library: where scores come from, what goes wrong and what
 * the results are worth. What only one task asks for stands with that task; `world-settings.ts` has both.
 */
import type { Named, Recorded } from "../../settings/value-spec.ts";
import { type GroupedTable, groups } from "../../settings/groups.ts";
import { directionOptions, layoutOptions, utilityWidthOption } from "./assay-settings.ts";
import { only, usualOnTasks } from "./needs.ts";

const { task, oracle, world } = groups;

/** Below this a utility counts as nothing; as in src/design/utility, which would bring the engine along. */
const leastUtility = 1e-5;

/** Which table is read instead of an imported one. */
export const tableSettings = {
  "landscape.table": {
    name: "table",
    opens: "file",
    kind: "text",
    valueName: "file",
    group: task,
    description: "Read this *_8mers.txt table instead of an imported one.",
  },
  "contexts.tables": {
    name: "conditionTable",
    opens: "named files",
    kind: "texts",
    valueName: "name=file",
    group: task,
    description:
      "One sampler for several tables: this one under this name, as a *_8mers.txt or a CSV file, given once for each; or a folder, whose every *_8mers.txt is one, named by what stands before its first underscore. Sample with --condition.",
  },
} as const satisfies GroupedTable;

/** Scores of the user's own, noise and reward. */
export const scoreSettings = {
  "oracle.csv": {
    opens: "file",
    name: "oracleCsv",
    kind: "text",
    valueName: "file",
    group: oracle,
    common: true,
    description: "Scores from a CSV file with the columns sequence and score.",
  },
  "oracle.command": {
    opens: "program",
    name: "oracleCommand",
    kind: "words",
    valueName: "list",
    group: oracle,
    common: true,
    description:
      'Scores from a program, as a JSON list of words such as \'["python3","score.py"]\', in a config file a list; see docs/landscapes.md.',
  },
  "oracle.url": {
    opens: "service",
    name: "oracleUrl",
    kind: "text",
    valueName: "address",
    group: oracle,
    description:
      "Scores from a web service, by its address without a query (--oracle-query); see docs/landscapes.md.",
  },
  "oracle.query": {
    name: "oracleQuery",
    kind: "texts",
    valueName: "name=VARIABLE",
    group: oracle,
    needs: [only.withUrl],
    description:
      "Add this to the query of the address with the value of an environment variable, such as key=SCORE_KEY; may be given several times. The run keeps the names only.",
  },
  "oracle.header": {
    name: "oracleHeader",
    kind: "texts",
    valueName: "name=VARIABLE",
    group: oracle,
    needs: [only.withUrl],
    description:
      "Send this header with the value of an environment variable, such as Authorization=SCORE_TOKEN; may be given several times. The run keeps the names only.",
  },
  "oracle.version": {
    name: "oracleVersion",
    kind: "text",
    valueName: "text",
    group: oracle,
    needs: [only.withKeptScores],
    description:
      "Which version of the program, service or module scores, such as a date or the name of a model; kept scores of another version are not used.",
  },
  "oracle.keep": {
    name: "keepScores",
    waysOfAsking: true,
    kind: "choice",
    choices: ["shared", "own"],
    default: "shared",
    group: oracle,
    needs: [only.withKeptScores],
    description:
      "Whether scores are shared with all runs and comparisons that ask the same program, service or module (windage scores), or are this run's own, as for answers that differ each time.",
  },
  "oracle.timeout": {
    name: "oracleTimeout",
    waysOfAsking: true,
    kind: "number",
    min: 0.001,
    max: 86_400,
    group: oracle,
    needs: [only.withOracle],
    description:
      "Seconds that a program may be silent (60 unless given) or a request to a service may take (30).",
  },
  "oracle.batch": {
    name: "oracleBatch",
    waysOfAsking: true,
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 256,
    group: oracle,
    needs: [only.withOracle],
    description: "Sequences that the program or service is asked about at once.",
  },
  "oracle.concurrency": {
    name: "oracleConcurrency",
    waysOfAsking: true,
    kind: "integer",
    min: 1,
    max: 256,
    default: 4,
    group: oracle,
    needs: [only.withUrl],
    description: "Requests to the service under way at the same time.",
  },
  "environment.alphabet": {
    name: "alphabet",
    kind: "text",
    valueName: "letters",
    group: oracle,
    common: true,
    needs: [only.withLetters],
    description:
      "What sequences are made of, for your own scores, such as ACGT; a CSV file tells it by itself.",
  },
  "environment.length": {
    name: "length",
    kind: "integer",
    min: 1,
    max: 4096,
    group: oracle,
    common: true,
    needs: [only.withLength],
    description: "Letters per sequence, for your own scores, chain and motif.",
  },
  "environment.minLength": {
    name: "minLength",
    kind: "integer",
    min: 0,
    max: 4096,
    group: oracle,
    needs: [only.withLength],
    description: "Fewest letters, where lengths differ.",
  },
  "environment.maxLength": {
    name: "maxLength",
    kind: "integer",
    min: 1,
    max: 4096,
    group: oracle,
    needs: [only.withLength],
    description: "Most letters, where lengths differ.",
  },
  "oracle.missing": {
    name: "missing",
    kind: "choice",
    choices: ["error", "floor"],
    orNumber: true,
    default: "error",
    group: oracle,
    needs: [only.withTables],
    description: "What sequences that the CSV does not list score: error (refuse), floor (0), or a number.",
  },
  "oracle.sequenceColumn": { name: "sequenceColumn", ...layoutOptions.sequenceColumn, needs: [only.withCsv] },
  "oracle.scoreColumn": { name: "scoreColumn", ...layoutOptions.scoreColumn, needs: [only.withCsv] },
  "oracle.delimiter": { name: "delimiter", ...layoutOptions.delimiter, needs: [only.withCsv] },
  "oracle.decimal": { name: "decimal", ...layoutOptions.decimal, needs: [only.withCsv] },
  "oracle.minimize": { name: "minimize", ...directionOptions.minimize, needs: [only.withCsv] },
  "oracle.log": { name: "log", ...directionOptions.log, needs: [only.withCsv, only.beyondOrder] },
  "oracle.utility": {
    name: "utility",
    kind: "choice",
    choices: ["given", "rank", "sigmoid", "exp"],
    default: "given",
    group: oracle,
    needs: [only.withCsv],
    description:
      "What a score of the CSV is worth: itself, or by its rank, a sigmoid or an exponential among those measured (docs/design.md); then --beta and --floor have defaults of their own.",
  },
  "oracle.utilityWidth": {
    name: "utilityWidth",
    ...utilityWidthOption,
    needs: [only.withCsv, only.withExpUtility],
  },
  sparse: {
    kind: "boolean",
    group: oracle,
    description:
      "Train although most random objects have the smallest reward; otherwise that stops a run before it starts.",
  },
  "noise.alpha": {
    name: "alpha",
    kind: "number",
    min: 0,
    max: 1,
    default: 0.25,
    group: world,
    common: true,
    needs: [only.withoutMatrix],
    description:
      "Probability that a random letter is written instead of the intended one. A module brings its own noise.",
  },
  "noise.matrix": {
    name: "noiseMatrix",
    opens: "file",
    kind: "text",
    valueName: "file",
    group: world,
    needs: [only.onLetters],
    description: (say) =>
      `Errors as a CSV of probabilities, intended × real, for all places or for each (docs/noise.md), instead of ${say("noise.alpha")}; windage noise fit makes it from reads.`,
  },
  "noise.kind": {
    name: "noise",
    kind: "choice",
    choices: ["sticky", "repeat", "wear"],
    default: "sticky",
    group: world,
    needs: [only.onSequences, only.withoutMatrix, only.withSlips],
    description: (say) =>
      `What a slip does: sticky writes a random letter; repeat writes the previous intention; wear writes a random letter only where one letter is intended several times in a row, with ${say("noise.alpha")} when wholly worn.`,
  },
  "noise.uses": {
    name: "wearUses",
    kind: "integer",
    min: 1,
    max: 1000,
    default: 3,
    group: world,
    needs: [only.withWear, only.withoutMatrix, only.withSlips],
    description: "Uses of one letter in a row after which the tool is wholly worn.",
  },
  "reward.exponent": {
    name: "beta",
    kind: "number",
    min: 0,
    default: 3,
    defaults: [...usualOnTasks("beta"), { where: only.withUtility, default: 1 }],
    group: world,
    common: true,
    description: "Reward is score to this power; larger is sharper.",
  },
  "contexts.exponents": {
    name: "betaRange",
    kind: "list",
    of: "number",
    valueName: "low,high",
    min: 0,
    max: 1000,
    group: world,
    description:
      "One sampler for all exponents between these two, such as 1,8, drawn for each sequence in training. Sample with --beta.",
  },
  "reward.floor": {
    name: "floor",
    kind: "number",
    min: 1e-300,
    max: 1e9,
    default: 1e-3,
    defaults: [...usualOnTasks("floor"), { where: only.withUtility, default: leastUtility }],
    group: world,
    needs: [only.withRewards, only.withFloor],
    description: "Smallest reward.",
  },
  "landscape.seed": {
    name: "worldSeed",
    kind: "integer",
    min: 0,
    default: 1,
    group: task,
    needs: [only.withWorldSeed],
    description: "Chooses one of the worlds that a task draws.",
  },
  "reward.ramp": {
    name: "ramp",
    kind: "number",
    min: 0,
    default: 0,
    group: world,
    needs: [only.withRamp],
    description:
      "Lets the exponent rise from 1 to beta, where it is after half of --iterations: a small number does most of the way at once (about half in that many iterations), a large one rises evenly; 0 starts at beta.",
  },
} as const satisfies GroupedTable;

/** `length` is only a short way to write the other two. */
type Kept = Omit<Named<typeof tableSettings & typeof scoreSettings>, "length" | "alpha">;

/** What every configuration says about its world, whatever its task. */
export interface GeneralConfig extends Recorded<Kept> {
  /** `sim8`, `grid`, the name of a table in the data folder, the path of a module, or any name beside a source of scores. */
  readonly task: string;
  /** Where the program that scores is started. */
  readonly folder: string | null;
  /** Probability that something else than intended is written; null where a module's environment or a matrix has its own. */
  readonly alpha: number | null;
}
