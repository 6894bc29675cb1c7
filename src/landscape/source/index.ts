/** Scores from outside the program: CSV files, commands and web services, and the journal that keeps what they said. */

export {
  type CsvOptions,
  type MissingPolicy,
  loadCsvLandscape,
  loadScoredSequences,
  parseCsvLandscape,
} from "./csv-landscape.ts";
export { CommandOracle, type CommandOptions } from "./command-oracle.ts";
export { HttpOracle, type HttpOptions } from "./http-oracle.ts";
export {
  findSharedScores,
  listSharedScores,
  readSharedScores,
  removeSharedScores,
} from "./list-shared-scores.ts";
export { KeptScores } from "./kept-scores.ts";
export { SharedScores, sharedScoresFolder } from "./shared-scores.ts";
export { MAX_JOURNAL_BYTES, ScoreJournal } from "./score-journal.ts";
