/** What `windage design` shows at the end: which model was used, what to order, and what to know before doing so. */
import { mostRows } from "../../design/surrogate/rows-to-learn.ts";
import type { Design, Proposal } from "../../design/index.ts";
import { extent } from "../../experiment/figure/extent.ts";
import { renderFields } from "../terminal/fields.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { counted, grouped, percent } from "../terminal/number.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";
import { modelTable } from "./model-table.ts";
import { scoreFormat } from "./score-format.ts";

/** The order as a table; columns that matter less are left out where there is no room. */
function orderTable(
  designs: readonly Design[],
  hasErrors: boolean,
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
  const columns: readonly Fact<Design>[] = [
    { header: "", align: "right", rank: 0, cell: (_, i) => String(i + 1) },
    { header: "order", align: "left", rank: 0, cell: ({ order }) => printableLine(order) },
    {
      header: "predicted",
      align: "right",
      rank: 0,
      cell: ({ predicted }) => format(predicted.middle),
    },
    { header: "80 % interval", align: "left", rank: 2, cell: ({ predicted }) => interval(predicted) },
    ...(hasErrors ? afterErrors : []),
    {
      header: "nearest measured",
      align: "left",
      rank: 4,
      cell: ({ nearest }) => printableLine(nearest.sequence),
    },
    { header: "scored", align: "right", rank: 5, cell: ({ nearest }) => format(nearest.score) },
    { header: "apart", align: "right", rank: 3, cell: ({ nearest }) => String(nearest.distance) },
  ];
  return fittingTable(columns, designs, style, width);
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
    ["new records", `about ${proposal.expectedRecords.toFixed(1)} of them should beat the best measured`],
    [
      "different",
      `${proposal.diversity.toFixed(1)} letters apart on average; ${proposal.novelty.toFixed(1)} from the nearest measured`,
    ],
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
    orderTable(designs, hasErrors, format, style, width),
    short,
    renderFields(facts, style, width),
  ].join("\n");
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

/** Below this rank correlation on unseen rows a model says too little to order by. */
const leastCorrelation = 0.3;

/** As many misses as an interval is made of; with fewer sequences as good as the designs, most of them are of others. */
const fewestAlike = 40;

/** What is to be known before this is ordered: that the model knows little, or why intervals may be wrong. */
export function cautionsOn(
  proposal: Proposal,
  { measured, minimize, round }: Pick<OrderFacts, "measured" | "minimize" | "round">,
): readonly string[] {
  const direction = minimize ? -1 : 1;
  const best = bestOf(measured, minimize);
  const records = proposal.designs.filter(({ predicted }) => direction * (predicted.middle - best) > 0);
  const { spearman } = proposal.models[proposal.chosen]!;
  const beyond = records.length > proposal.designs.length / 2;
  const middle = proposal.designs[proposal.designs.length >> 1]?.predicted.middle ?? best;
  const alike = measured.filter((score) => direction * (score - middle) >= 0).length;
  const tied = tiedAtWorst(measured, minimize);
  return [
    ...(tied === undefined ? [] : [tied]),
    ...(spearman < leastCorrelation
      ? [
          `the model hardly tells which of two unseen sequences is better (rank correlation ${spearman.toFixed(2)}${
            spearman < chanceCorrelation(measured.length) ? ", no better than chance" : ""
          }), so that this batch is little better than a random one: measure more first, or variants of something that works; check --score-column, --minimize and --log`,
        ]
      : []),
    ...(isFarOut(proposal)
      ? [
          "designs lie further from everything measured than the misses that intervals are made of: take predictions for an order of merit, and go on in rounds (--project)",
        ]
      : []),
    ...(round === 1 && !beyond && alike < fewestAlike
      ? [
          `${alike} of what was measured ${alike === 1 ? "scores" : "score"} as much as the middle design is predicted to, so that intervals are made of misses of poorer sequences: in a first order fewer than four of five results may fall into them`,
        ]
      : []),
    ...(round === 1 && beyond
      ? [
          "most designs are predicted to beat everything measured, and nothing measured can tell how far off such predictions are: do not rely on the intervals of this first order, its results will mend those of the next",
        ]
      : []),
  ];
}

/** What to say where most of what was measured has one and the same score, the worst, as below a limit of detection. */
export function tiedAtWorst(measured: readonly number[], minimize: boolean): string | undefined {
  const worst = bestOf(measured, !minimize);
  const tied = measured.filter((score) => score === worst).length;
  const others = measured.length - tied;
  if (tied <= others) return undefined;
  return `${grouped(tied)} of ${grouped(measured.length)} measured sequences share the worst score, and nothing tells them apart: what is learned comes of the other ${grouped(others)}. Check --minimize, and where they lie at a limit of detection, measure more of what lies above it, or variants of that`;
}

/** Two standard errors of a rank correlation where there is none. */
function chanceCorrelation(rows: number): number {
  return 2 / Math.sqrt(Math.max(1, rows - 1));
}

function bestOf(scores: readonly number[], minimize: boolean): number {
  const [least, greatest] = extent(scores);
  return minimize ? least : greatest;
}

/** Whether designs differ from everything measured in many letters, and in a good part of them. */
function isFarOut({ designs, novelty }: Proposal): boolean {
  const letters = designs.reduce((sum, { order }) => sum + order.length, 0) / Math.max(1, designs.length);
  return novelty > 3 && novelty > 0.15 * letters;
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
