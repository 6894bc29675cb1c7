/** Writes the page of an account, beside what it is about unless told otherwise. */
import { join } from "node:path";
import { writeDurably } from "../../file/durable-write.ts";
import { runFiles } from "../../run/layout.ts";
import type { Account } from "./account.ts";
import { reportPage } from "./report-page.ts";

/** Writes `report.html` in the folder that the account is of, and gives its path. */
export async function writeReport(account: Account): Promise<string> {
  const path = join(account.folder, runFiles.report);
  await writeDurably(path, [reportPage(account)]);
  return path;
}
