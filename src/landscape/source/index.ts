/** Scores from outside the program: CSV files, commands and web services, and the journal that keeps what they said. */

export { type CsvOptions, type MissingPolicy, loadCsvLandscape, parseCsvLandscape } from "./csv-landscape.ts";
export { CommandOracle, type CommandOptions } from "./command-oracle.ts";
export { HttpOracle, type HttpOptions } from "./http-oracle.ts";
export { ScoreJournal } from "./score-journal.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { loadScoredSequences } from "./csv-landscape.ts";
/** @internal */
export {
  findSharedScores,
  listSharedScores,
  readSharedScores,
  removeSharedScores,
} from "./list-shared-scores.ts";
/** @internal */
export { KeptScores } from "./kept-scores.ts";
/** @internal */
export { SharedScores, sharedScoresFolder } from "./shared-scores.ts";
/** @internal */
export { MAX_JOURNAL_BYTES } from "./score-journal.ts";
