/**
 * What `windage data info` and `windage data import` say about one table, as a document and as text. Loading
 * and storing is theirs; this file only describes.
 */

import type { TableFacts } from "../../landscape/exact/table-facts.ts";
import type { Provenance } from "../../landscape/provenance.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { renderFields, type Field } from "../terminal/fields.ts";
import { counted, grouped, short } from "../../number-words.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";

/** A table as `--json` shows it. */
export interface TableReport {
  readonly name: string;
  readonly alphabet: string;
  readonly length: number;
  readonly sequences: number;
  readonly scores: { readonly min: number; readonly mean: number; readonly max: number };
  readonly nearBest: number;
  readonly best: TableFacts["best"];
  /** Null when the letters are not DNA. */
  readonly symmetric: boolean | null;
  readonly asymmetricPairs: number | null;
  /** Null for what is built in. */
  readonly provenance: Provenance | null;
  readonly importedAt: string | null;
  /** The SHA-256 of the stored scores. */
  readonly sha256: string | null;
}

/** Describes a table. */
export function reportTable(
  landscape: TableLandscape,
  facts: TableFacts,
  stored: { readonly provenance: Provenance; readonly importedAt: string; readonly sha256: string } | null,
): TableReport {
  const { space } = landscape;
  return {
    name: landscape.name,
    alphabet: space.alphabet,
    length: space.length,
    sequences: facts.sequences,
    scores: landscape.summary(),
    nearBest: facts.nearBest,
    best: facts.best,
    symmetric: facts.asymmetricPairs === null ? null : facts.asymmetricPairs === 0,
    asymmetricPairs: facts.asymmetricPairs,
    provenance: stored?.provenance ?? null,
    importedAt: stored?.importedAt ?? null,
    sha256: stored?.sha256 ?? null,
  };
}

function symmetry(report: TableReport): string {
  if (report.asymmetricPairs === null) return "not applicable: the letters are not DNA";
  if (report.asymmetricPairs === 0) return "yes, every sequence scores as its reverse complement";
  return `no, in ${counted(report.asymmetricPairs, "pair")} the reverse complement scores differently`;
}

function files(provenance: Provenance): string {
  return provenance.files
    .map(({ name, sha256, published }) => {
      const status = published ? "the published file" : "not a published file we know";
      return `${printableLine(name)}, sha256 ${printableLine(sha256.slice(0, 12))}… (${status})`;
    })
    .join("\n");
}

/** The report in words. */
export function tableText(
  report: TableReport,
  style: TerminalStyle,
  width: number | undefined,
  more: readonly Field[] = [],
): string {
  const { scores, provenance } = report;
  const fields: Field[] = [
    ["letters", `${printableLine(report.alphabet)}, length ${report.length}`],
    ["sequences", `${grouped(report.sequences)}, each with a score`],
    ["symmetric", symmetry(report)],
    ["scores", `min ${short(scores.min)}, mean ${short(scores.mean)}, max ${short(scores.max)}`],
    ["near best", `${counted(report.nearBest, "sequence")} in the top tenth of the range`],
    ["best", report.best.map(({ sequence, score }) => `${sequence} ${short(score)}`).join(", ")],
  ];
  if (provenance === null) {
    fields.push(["origin", "built in; a simulated protein, see docs/landscapes.md"]);
  } else {
    fields.push(["origin", printableLine(provenance.source)], ["files", files(provenance)]);
    fields.push(["rows read", grouped(provenance.rows)]);
  }
  if (report.importedAt !== null) fields.push(["imported", printableLine(report.importedAt)]);
  return `${style.bold(report.name)}\n${renderFields([...fields, ...more], style, width)}`;
}
