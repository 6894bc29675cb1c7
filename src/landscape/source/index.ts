/** Scores from outside the program: CSV files, commands and web services, and the journal that keeps what they said. */

export { type CsvOptions, type MissingPolicy, loadCsvLandscape, parseCsvLandscape } from "./csv-landscape.ts";
export { CommandOracle, type CommandOptions } from "./command-oracle.ts";
export { HttpOracle, type HttpOptions } from "./http-oracle.ts";
export { ScoreJournal } from "./score-journal.ts";
