/** The page that a command leaves beside its results at its end. */
import { describeThrown } from "../../thrown.ts";
import { shortPath } from "../../run/run-words.ts";
import type { CommandContext } from "../option-table.ts";

/** What is added to a result: the file, and the line that names it. Whatever fails here takes nothing from the result. */
export async function reportBeside(
  folder: string,
  { progress }: Pick<CommandContext, "progress">,
  open: boolean | undefined = false,
): Promise<{ readonly file: string | null; readonly lines: readonly string[] }> {
  const { openAccount } = await import("../../job/report/open-account.ts");
  const { writeReport } = await import("../../job/report/write-report.ts");
  try {
    const file = await writeReport(await openAccount(folder));
    if (open) (await import("./open-in-browser.ts")).openInBrowser(file, progress);
    return { file, lines: [`Report: ${shortPath(file)}`] };
  } catch (error) {
    progress(`The report could not be written: ${describeThrown(error)}`);
    return { file: null, lines: [] };
  }
}
