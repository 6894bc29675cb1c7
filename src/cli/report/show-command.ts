/** `windage show`: the figures that matter, on the terminal. */
import { defineCommand } from "../option-table.ts";
import { runsOptions, subject } from "../run-text/runs-options.ts";

export const showCommand = defineCommand({
  name: "show",
  summary: "Show on the terminal what came of a run, with its figures.",
  description:
    "Draws the two or three figures that matter of a run, a comparison, a design project or a forecast with characters, in as many columns as the terminal has, below the sentence that matters most.",
  arguments: { what: { ...subject, default: "latest" } },
  options: {
    figure: { kind: "text", valueName: "name", description: "This figure alone." },
    ...runsOptions,
  },
  examples: [
    { line: "windage show", explanation: "The run that was started last." },
    { line: "windage show latest --figure finds", explanation: "What training found, and when." },
  ],
  async run({ what, runs, figure: name }, { style, width = 100 }) {
    const { openAccount, pictureOf } = await import("../../job/report/open-account.ts");
    const { terminalFigure, terminalKinds } = await import("../picture/terminal-figure.ts");
    const { printableLine } = await import("../terminal/printable.ts");
    const { wrapText } = await import("../terminal/wrap.ts");
    const account = await openAccount(what, runs);
    const asked = name === undefined ? account.pictures : [pictureOf(account, name)];
    const rank = (kind: string): number => {
      const at = terminalKinds.indexOf(kind);
      return at < 0 ? terminalKinds.length : at;
    };
    const figures = asked.map(({ draw }) => draw()).sort((a, b) => rank(a.kind) - rank(b.kind));
    const drawn = figures
      .flatMap((figure) => terminalFigure(figure, Math.min(width, 200), style) ?? [])
      .slice(0, 3);
    const said = [account.headline, ...account.words, ...account.warnings.map((text) => `Caution: ${text}`)];
    const { shellWord } = await import("../../shell-word.ts");
    return {
      document: {
        headline: account.headline,
        words: account.words,
        warnings: account.warnings,
        figures: figures.map(({ kind, title, help, data }) => ({ kind, title, help, data })),
      },
      text: [
        ...said.map((text, i) =>
          i === 0
            ? style.bold(wrapText(printableLine(text), width, 0))
            : wrapText(printableLine(text), width, 0),
        ),
        "",
        drawn.length === 0 ? "None of its figures can be drawn with characters." : drawn.join("\n\n"),
        "",
        style.dim(`As a page: windage report ${shellWord(what)}`),
      ].join("\n"),
    };
  },
});
