/** The numbers behind a figure as comma-separated values (RFC 4180), for programs. */
import type { Figure } from "./figure.ts";

function field(value: string | number | null): string {
  if (value === null || Number.isNaN(value)) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A header line, then a line for each row; a number that is not known is an empty field. */
export function figureCsv({ data }: Figure): string {
  return [data.columns, ...data.rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}
