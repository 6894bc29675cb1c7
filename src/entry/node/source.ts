/** Scores from outside the program: CSV files, commands, web services, published tables. Needs Node. See docs/landscapes.md. */
export { loadCsvLandscape, parseCsvLandscape } from "../../landscape/source/csv-landscape.ts";
export { CommandOracle } from "../../landscape/source/command-oracle.ts";
export { HttpOracle } from "../../landscape/source/http-oracle.ts";
export { ScoreJournal } from "../../landscape/source/score-journal.ts";
export { importTfbind8 } from "../../landscape/table/tfbind8.ts";
export { loadTable, storeTable } from "../../landscape/table/table-store.ts";
