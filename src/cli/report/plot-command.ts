/** `windage plot`: one figure as a file, or its numbers. */
import { standardOutput } from "../../file/standard-output.ts";
import { defineCommand } from "../option-table.ts";
import { runsOptions, subject } from "../run-text/runs-options.ts";

export const plotCommand = defineCommand({
  name: "plot",
  summary: "Draw one figure as SVG or PNG, or give its numbers.",
  description:
    "Draws one figure of a run, a comparison, a design project or a forecast for a paper or a talk, or gives the numbers that it is drawn from. Figures are SVG, which every browser and drawing program reads and prints, or PNG. Without --figure the first one is drawn; a name that is none lists those there are.",
  arguments: { what: subject },
  options: {
    figure: { kind: "text", valueName: "name", description: "Which figure, such as law, learning or fan." },
    out: {
      kind: "text",
      valueName: "file",
      description: "Where to write it: .svg or .png, with --data .csv; to standard output unless given.",
    },
    data: { kind: "choice", choices: ["csv"], description: "The numbers drawn instead of the picture." },
    width: {
      kind: "integer",
      min: 280,
      max: 1600,
      default: 720,
      description: "In pixels; 360 is a column of a paper. PNGs have twice as many.",
    },
    ...runsOptions,
  },
  examples: [
    { line: "windage plot latest --figure law --out law.svg", explanation: "log P against log R." },
    {
      line: "windage plot latest --figure learning --out learning.png",
      explanation: "As pixels, for slides.",
    },
    { line: "windage plot latest --figure law --data csv --out law.csv", explanation: "Its numbers." },
  ],
  async run({ what, runs, figure: name, out, data, width }) {
    const { WindageError } = await import("../../error.ts");
    const ending =
      out === undefined || out === standardOutput ? undefined : /\.[^./\\]+$/.exec(out)?.[0].toLowerCase();
    const expected = data === "csv" ? [".csv"] : [".svg", ".png"];
    if (ending !== undefined && !expected.includes(ending)) {
      const advice =
        ending === ".pdf"
          ? "; write .svg and print it to PDF from a browser, which keeps its letters and lines"
          : data === undefined && ending === ".csv"
            ? "; add --data csv for the numbers"
            : "";
      throw new WindageError(
        "cli/invalid-value",
        `--out: got ${JSON.stringify(out)}, expected a name that ends in ${expected.join(" or ")}${advice}.`,
      );
    }
    const { openAccount, pictureOf } = await import("../../job/report/open-account.ts");
    const { figureCsv } = await import("../../figure/figures.ts");
    const account = await openAccount(what, runs);
    const figure = pictureOf(account, name).draw({ width });
    const content = data === "csv" ? figureCsv(figure) : figure.svg;
    const { kind, title, help } = figure;
    const document = { figure: kind, title, help, ...(out === undefined ? { content } : { file: out }) };
    if (out === undefined || out === standardOutput) return { document, text: content.trimEnd() };
    const { writeOutput } = await import("../../file/output-file.ts");
    const { pngOf } = await import("../picture/png.ts");
    await writeOutput(out, [ending === ".png" ? await pngOf(figure.svg) : content]);
    return { document, text: `${title}\nFigure: ${out}` };
  },
});
