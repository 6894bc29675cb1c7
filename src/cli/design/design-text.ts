/** What `windage design` shows at the end: which model was used, what to order, and what to know before doing so. */
import { mostRows } from "../../design/surrogate/rows-to-learn.ts";
import type { Design, Proposal } from "../../design/propose.ts";
import type { Bound } from "../../landscape/assay/assay.ts";
import type { Well } from "../../design/plate/lay-plates.ts";
import { bestOf, cautionsOn, isOrderOfMerit } from "../../job/design/cautions.ts";
import { scoreFormat } from "../../job/design/score-format.ts";
import { renderFields } from "../terminal/fields.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { counted, grouped, percent } from "../../number-words.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";
import { distanceFacts } from "./distance-text.ts";
import { rulesText } from "./rules-text.ts";
import { modelTable } from "./model-table.ts";

/** The order as a table; columns that matter less are left out where there is no room. */
function orderTable(
  designs: readonly Design[],
  hasErrors: boolean,
  intervals: string,
  format: (value: number) => string,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const interval = ({ low, high }: { low: number; high: number }): string =>
    `${format(low)} … ${format(high)}`;
  const afterErrors: readonly Fact<Design>[] = [
    {
      header: "as made",
      align: "right",
      rank: 1,
      cell: (design) => format(design.afterErrors.middle),
    },
    {
      header: "80 % as made",
      align: "left",
      rank: 6,
      cell: (design) => interval(design.afterErrors),
    },
  ];
  // Whoever works with a parent knows designs by what they change of it.
  const isNamed = designs.some(({ mutations }) => mutations !== undefined);
  const columns: readonly Fact<Design>[] = [
    { header: "", align: "right", rank: 0, cell: (_, i) => String(i + 1) },
    ...(isNamed
      ? ([
          {
            header: "mutations",
            align: "left",
            rank: 0,
            cell: ({ mutations }) => printableLine(mutations ?? ""),
          },
        ] satisfies Fact<Design>[])
      : []),
    { header: "order", align: "left", rank: isNamed ? 4 : 0, cell: ({ order }) => printableLine(order) },
    {
      header: "predicted",
      align: "right",
      rank: 0,
      cell: ({ predicted }) => format(predicted.middle),
    },
    { header: intervals, align: "left", rank: 2, cell: ({ predicted }) => interval(predicted) },
    ...(hasErrors ? afterErrors : []),
    {
      header: "nearest measured",
      align: "left",
      rank: 4,
      cell: ({ nearest }) => printableLine(nearest.mutations ?? nearest.sequence),
    },
    {
      header: "scored",
      align: "right",
      rank: 5,
      cell: ({ nearest }) => withBound(format(nearest.score), nearest.bound),
    },
    { header: "apart", align: "right", rank: 3, cell: ({ nearest }) => String(nearest.distance) },
  ];
  return fittingTable(columns, designs, style, width);
}

/** A score, or the bound that is known of it. */
function withBound(text: string, bound: Bound | undefined): string {
  return bound === undefined ? text : `${bound === "above" ? ">" : "<"}${text}`;
}

/** What is known about an order beside the proposal itself. */
interface OrderFacts {
  readonly minimize: boolean;
  /** Whether these and the proposal have log10 of what the file has. */
  readonly log: boolean;
  /** All scores that were measured. */
  readonly measured: readonly number[];
  /** How many designs were asked for. */
  readonly wanted: number;
  readonly round: number;
}

/** The whole answer for a person. */
export function proposalText(
  proposal: Proposal,
  about: OrderFacts,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const { minimize, log, measured, wanted } = about;
  const { designs, models, chosen, clean } = proposal;
  const format = scoreFormat(measured, log);
  const best = bestOf(measured, minimize);
  const mean =
    designs.reduce((sum, { predicted }) => sum + predicted.middle, 0) / Math.max(1, designs.length);
  const hasErrors = clean < 1;
  const after =
    designs.reduce((sum, { afterErrors }) => sum + afterErrors.middle, 0) / Math.max(1, designs.length);
  const facts: [string, string][] = [
    ["to order", `${counted(designs.length, "sequence")}, none of them measured before`],
    ...(proposal.rules === undefined
      ? []
      : ([["rules", rulesText(proposal.rules)]] satisfies [string, string][])),
    [
      "predicted",
      `${log ? "geometric mean" : "mean"} ${format(mean)}${hasErrors ? `, ${format(after)} after synthesis errors` : ""}; best measured so far ${format(best)}`,
    ],
    ...(log
      ? ([
          [
            "scores",
            "in the unit of the file; models work with their log10 (--log), so that means are geometric and the error of a model is of log10",
          ],
        ] satisfies [string, string][])
      : []),
    ...(proposal.wells === undefined
      ? []
      : ([["plates", platesText(proposal.wells)]] satisfies [string, string][])),
    ...(designs.some(({ dna }) => dna !== undefined)
      ? ([["dna", "of every design in files (--out order.csv, .fasta, .xlsx) and with --json"]] satisfies [
          string,
          string,
        ][])
      : []),
    ["new records", `about ${proposal.expectedRecords.toFixed(1)} of them should beat the best measured`],
    [
      "different",
      `${proposal.diversity.toFixed(1)} letters apart on average; ${proposal.novelty.toFixed(1)} from the nearest measured`,
    ],
    ...distanceFacts(proposal, about, format),
    ...(hasErrors
      ? ([
          ["synthesis", `${percent(clean)} of orders come out without any error`],
          ["limit", limitText(proposal.limit)],
        ] satisfies [string, string][])
      : []),
    [
      "found by",
      `${proposal.search}, among ${counted(proposal.candidates, "candidate")}${hasErrors && proposal.search === "thompson" ? ", without regard to synthesis errors" : ""}`,
    ],
    ...cautionsOn(proposal, about).map((text): [string, string] => ["caution", text]),
  ];
  const short =
    designs.length < wanted
      ? `\n${wrapText(`Only ${designs.length} of ${wanted} could be found that are far enough apart and new; lower --min-distance or --min-novelty${searchesAll(proposal) ? "" : ", or search longer with --steps"}.`, width ?? 100, 0)}\n`
      : "";
  return [
    style.bold("How well unseen sequences are predicted"),
    modelTable(models, chosen, log, style, width),
    learnedFrom(measured.length, width),
    style.bold("What to order"),
    orderTable(
      designs,
      hasErrors,
      // Where nothing measured can tell how far off predictions are, that is said where they stand.
      isOrderOfMerit(proposal, about) ? "80 % (a guess)" : "80 % interval",
      format,
      style,
      width,
    ),
    short,
    renderFields(facts, style, width),
  ].join("\n");
}

/** How the order lies on plates, in a sentence. */
function platesText(wells: readonly Well[]): string {
  const plates = wells.reduce((most, { plate }) => Math.max(most, plate), 0);
  const own = wells.filter(({ holds }) => typeof holds === "number").length;
  return `${counted(plates, "plate")}: ${counted(own, "well")} of designs, ${counted(wells.length - own, "well")} of controls; the map is in files (--out order.xlsx has it as it looks) and with --json`;
}

/** Whether a search looks at everything it can choose from, so that no more steps find more. */
function searchesAll({ search }: Proposal): boolean {
  return search === "all" || search === "thompson";
}

/** Which rows models were fitted to, where not to all of them; else an empty line. */
function learnedFrom(rows: number, width: number | undefined): string {
  if (rows <= mostRows) return "";
  const half = grouped(mostRows / 2);
  const text = `Of ${counted(rows, "row")} the models learn from the best ${half} and ${half} others, drawn at random; all the others are predicted and tell how well.`;
  return `${wrapText(text, width ?? 100, 0)}\n`;
}

/** How near to its worth what is made can come, in a sentence; orders kept by an earlier version have no limit. */
function limitText(limit: Proposal["limit"]): string {
  if (limit === undefined || typeof limit === "string") return `not computed: ${limit ?? "an older order"}`;
  const nats = (value: number): string => value.toFixed(3);
  const feedback =
    limit.withFeedback === null ? "" : `; with feedback during synthesis ${nats(limit.withFeedback)}`;
  const { klReverse, gap } = limit;
  const [low, high] = [nats(Math.max(0, klReverse - gap)), nats(klReverse)];
  // A gap that three digits show is said.
  const least = gap > 0.001 && low !== high ? `${low} to ${high}` : high;
  return `what is made can follow its worth to ${least} nats at best, whatever is ordered (${nats(limit.ignoringErrors)} if errors are ignored${feedback})`;
}
