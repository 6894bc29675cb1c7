/** `windage report`: what came of a run, a comparison, designs or a forecast, as one page. */
import { standardOutput } from "../../file/standard-output.ts";
import { defineCommand } from "../option-table.ts";
import { runsOptions, subject } from "../run-text/runs-options.ts";

export const reportCommand = defineCommand({
  name: "report",
  summary: "Write one page with everything about a run, a comparison, designs or a forecast.",
  description:
    "Writes one HTML file that needs nothing else: the sentence that matters first, then figures, tables, settings, the command for the same again, and versions. It has no script, opens offline and prints; it may be mailed. Training, comparing, designing and forecasting write it at their end, as report.html in their folder; this writes it again.",
  arguments: { what: subject },
  options: {
    out: {
      kind: "text",
      valueName: "file",
      description: "Where to write it, - for standard output; report.html in the folder unless given.",
    },
    open: { kind: "boolean", description: "Open it in the browser." },
    ...runsOptions,
  },
  examples: [
    { line: "windage report latest", explanation: "The run that was started last." },
    { line: "windage report latest --open", explanation: "And look at it." },
    { line: "windage report plate1 --out plate1.html", explanation: "A design project, to be mailed." },
  ],
  async run({ what, runs, out, open }, context) {
    const { openAccount } = await import("../../job/report/open-account.ts");
    const { reportPage } = await import("../../job/report/report-page.ts");
    const { writeReport } = await import("../../job/report/write-report.ts");
    const { shortPath } = await import("../../run/run-words.ts");
    const account = await openAccount(what, runs);
    if (out === standardOutput)
      return { document: { page: reportPage(account) }, text: reportPage(account).trimEnd() };
    let file: string;
    if (out === undefined) file = await writeReport(account);
    else {
      const { writeOutput } = await import("../../file/output-file.ts");
      await writeOutput(out, [reportPage(account)]);
      file = out;
    }
    if (open) (await import("./open-in-browser.ts")).openInBrowser(file, context.progress);
    const { headline, warnings, pictures, command } = account;
    return {
      document: { file, headline, warnings, figures: pictures.map(({ name }) => name), command },
      text: `${headline}\nReport: ${shortPath(file)}`,
    };
  },
});
