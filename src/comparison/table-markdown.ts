/** The tables of a comparison as Markdown. Labels come from config files, so nothing in them may end up as markup. */
import { tableBlocks, type TableOptions } from "./table-blocks.ts";
import type { Comparison } from "./summarise.ts";

/** A text on one line that Markdown shows as it is. */
function literal(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~>:@$^=-]/g, (c) => (/[:@]/.test(c) ? `&#${c.codePointAt(0)};` : `\\${c}`));
}

/** One heading and table per noise level, and what the marks mean. */
export function markdownTables(comparison: Comparison, options: Omit<TableOptions, "label"> = {}): string {
  const { blocks, remarks, leftOut, notes } = tableBlocks(comparison, options);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const tables = blocks.map(({ title, headers, rows }) =>
    [
      `### ${title}`,
      "",
      line(["", ...headers.map(literal)]),
      `| --- |${" ---: |".repeat(headers.length)}`,
      ...rows.map(({ kind, label, cells }) =>
        line([
          kind === "limit" ? `*${label}*` : literal(label),
          ...cells.map(({ text, best }) => (best ? `**${text}** \\*` : text)),
        ]),
      ),
    ].join("\n"),
  );
  const said = remarks.map(({ lead, items }) => `${lead}: ${items.map(literal).join("; ")}.`);
  const dropped = leftOut.length === 0 ? [] : [`Left out for width: ${leftOut.map(literal).join(", ")}.`];
  return `${[...tables, [...notes.map((note) => note.replaceAll("*", String.raw`\*`)), ...said, ...dropped].join(" ")].join("\n\n")}\n`;
}
