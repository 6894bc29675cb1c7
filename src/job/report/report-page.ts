/**
 * An account as one page of HTML that needs nothing else: no script, no file, no network. It reads from top to bottom, the
 * sentence that matters first, prints on paper, and turns dark where screens are. A policy in the page forbids what it
 * does not need, should anything ever slip through.
 */
import type { FigureTable } from "../../figure/figures.ts";
import { shellWord } from "../../shell-word.ts";
import type { Account, AccountTable } from "./account.ts";
import { tag, type Html } from "./html.ts";

/** Reports are mailed, and larger ones are not. */
const mostBytes = 2_000_000;
/** Rows of numbers beside a figure; all of them are a command away. */
const mostRows = 60;
const longestCell = 2000;

const style = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--line:#d8dee4;--paper:#ffffff;--wash:#f6f8fa;--warn:#7a4100}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf0;--soft:#a8b2bd;--line:#39424d;--paper:#14181d;--wash:#1c2229;--warn:#ffb77a}}
body{margin:0 auto;max-width:47rem;padding:2rem 1.25rem 4rem;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.05rem;font-weight:600;color:var(--soft);margin:0 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem}
.lead{font-size:1.6rem;line-height:1.3;font-weight:600;margin:0 0 1rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.warnings{border-left:3px solid var(--warn);padding:.1rem 0 .1rem 1rem;margin:1.25rem 0;color:var(--warn)}
figure{margin:1.5rem 0;padding:0;border:1px solid var(--line);border-radius:6px;overflow:hidden}
figure svg{display:block;width:100%;height:auto}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
th{color:var(--soft);font-weight:600;white-space:nowrap}
.number{text-align:right;white-space:nowrap}
td.word{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.8rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.85rem}
pre{background:var(--wash);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:.25rem 0 1rem;padding:0 1rem}
summary{cursor:pointer;color:var(--soft);font-size:.85rem;padding:.4rem 0}
footer,.note{color:var(--soft);font-size:.85rem}
@media print{:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--wash:#fff;--warn:#000}
body{max-width:none;padding:0;font-size:10.5pt}figure,tr{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible;border:0}details:not([open]){display:none}}
`;

/** The page. Figures that would make it too long to be mailed are left out from the last one on, and named. */
export function reportPage(account: Account): string {
  const { title, headline, words, warnings, tables, settings, command, versions } = account;
  const figures: Html[] = [];
  const left: string[] = [];
  let bytes = 0;
  for (const { name, draw } of account.pictures) {
    const figure = draw();
    const page = figureHtml(figure.svg, name, figure.data, account);
    bytes += Buffer.byteLength(page.html);
    if (bytes > mostBytes * 0.75) left.push(name);
    else figures.push(page);
  }
  const [first, ...others] = figures;
  const body = [
    tag("h1", {}, short(title)),
    tag("p", { class: "lead" }, short(headline)),
    ...words.map((text) => tag("p", {}, short(text))),
    ...(warnings.length === 0
      ? []
      : [
          tag(
            "div",
            { class: "warnings" },
            ...warnings.slice(0, 50).map((text) => tag("p", {}, short(text))),
          ),
        ]),
    ...(first === undefined || account.kind === "project" ? [] : [first]),
    ...tables.map((table) => tableHtml(table, `Table: ${table.title}`)),
    ...(others.length === 0 && account.kind !== "project" ? [] : [tag("h2", {}, "Figures")]),
    ...(account.kind === "project" && first !== undefined ? [first] : []),
    ...others,
    ...(left.length === 0
      ? []
      : [
          tag(
            "p",
            { class: "note" },
            `Left out, because this page would be too large to mail: ${left.join(", ")}.`,
          ),
        ]),
    ...(command === null
      ? []
      : [
          tag("h2", {}, account.kind === "project" ? "What to type next" : "To do it again"),
          codeBlock(command),
        ]),
    tag("h2", {}, "Settings"),
    tableHtml(
      { title: "", columns: [{ name: "setting" }, { name: "value" }], rows: settings },
      "All settings",
    ),
    tag("h2", {}, "Made with"),
    tableHtml({ title: "", columns: [{ name: "what" }, { name: "version" }], rows: versions }, "Versions"),
    tag("p", { class: "note" }, `Folder: ${short(account.folder)}`),
  ];
  const head = [
    `<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    tag("title", {}, short(title)).html,
    `<style>${style}</style>`,
  ];
  const page = (content: readonly Html[]): string =>
    `<!doctype html>\n<html lang="en">\n<head>\n${head.join("\n")}\n</head>\n<body>\n<main>\n${content.map(({ html }) => html).join("\n")}\n</main>\n</body>\n</html>\n`;
  return page(body);
}

function short(text: string): string {
  return text.length <= longestCell ? text : `${text.slice(0, longestCell - 1)}…`;
}

function codeBlock(command: string): Html {
  return tag("pre", { tabindex: "0" }, tag("code", {}, command));
}

/** A table under its title, or under a heading that is there; `label` tells it from the others of the page. */
function tableHtml({ title, columns, rows, note }: AccountTable, label = title): Html {
  const kind = (i: number): Readonly<Record<string, string>> =>
    columns[i]?.isNumber === true ? { class: "number" } : {};
  const head = columns.map(({ name }, i) => tag("th", { scope: "col", ...kind(i) }, name));
  const body = rows.map((row) =>
    tag(
      "tr",
      {},
      ...row.map((cell, i) =>
        tag("td", columns[i]?.isNumber === true ? kind(i) : { class: "word" }, tag("bdi", {}, short(cell))),
      ),
    ),
  );
  const table = tag("table", {}, tag("thead", {}, tag("tr", {}, ...head)), tag("tbody", {}, ...body));
  return {
    html: [
      ...(title === "" ? [] : [tag("h2", {}, title)]),
      tag("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table),
      ...(note === undefined ? [] : [tag("p", { class: "note" }, note)]),
    ]
      .map(({ html }) => html)
      .join("\n"),
  };
}

/** The picture with its numbers folded away; what a page cannot hold is a command away. */
function figureHtml(svg: string, name: string, data: FigureTable, { folder }: Account): Html {
  const some = data.rows.slice(0, mostRows);
  const cell = (value: string | number | null): string =>
    value === null || (typeof value === "number" && Number.isNaN(value))
      ? "–"
      : typeof value === "number"
        ? String(Number(value.toPrecision(5)))
        : short(value);
  const columns = data.columns.map((column, i) => ({
    name: column,
    isNumber: some.every((row) => typeof row[i] !== "string"),
  }));
  const all = `windage plot ${shellWord(folder)} --figure ${shellWord(name)} --data csv`;
  const more =
    data.rows.length > some.length
      ? `The first ${some.length} of ${data.rows.length.toLocaleString("en")} rows; all of them: ${all}`
      : `As a file: ${all}`;
  const numbers = tag(
    "details",
    {},
    tag("summary", {}, "The numbers drawn"),
    tableHtml({ title: "", columns, rows: some.map((row) => row.map(cell)) }, `Numbers of ${name}`),
    tag("p", { class: "note" }, more),
  );
  return tag("figure", {}, { html: svg.trim() }, numbers);
}
