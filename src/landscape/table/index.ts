/** Binding tables as files: the published formats, and the folder in which imported tables are kept. */

export { type ImportedTable, importTfbind8 } from "./tfbind8.ts";
export { type TableStoreOptions, loadTable, storeTable } from "./table-store.ts";
export type { TableRecord } from "./table-record.ts";
