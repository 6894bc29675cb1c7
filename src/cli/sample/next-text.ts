/** What may come after beginnings, as a table: intended by the policy, and made of it by the noise. */
import { clip, printable } from "../terminal/printable.ts";
import { plain } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import type { NextReport } from "../../job/sample/sampler.ts";

/** More beginnings than this are not shown; they are all in the JSON document. */
const mostShown = 20;

/** Undecorated: it is said on stderr, where all of a text is dimmed. */
export function nextText(reports: readonly NextReport[], width: number | undefined): string {
  // The other columns take 32.
  const beginningRoom = width === undefined ? undefined : Math.max(8, width - 32);
  const rows = reports
    .slice(0, mostShown)
    .flatMap(({ beginning, letters }) =>
      letters
        .toSorted((a, b) => b.real - a.real)
        .map(({ letter, intended, real }, i) => [
          i === 0 ? clip(printable(beginning), beginningRoom) : "",
          letter === null ? "(end)" : printable(letter),
          intended.toFixed(4),
          real.toFixed(4),
        ]),
    );
  const more = reports.length > mostShown ? `\n… and ${reports.length - mostShown} more beginnings.` : "";
  const table = renderTable(
    [
      { header: "After", align: "left" },
      { header: "comes", align: "left" },
      { header: "intended", align: "right" },
      { header: "really", align: "right" },
    ],
    rows,
    plain.bold,
  );
  return `${table}${more}`;
}
