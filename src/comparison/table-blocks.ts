/**
 * The tables of a comparison without a medium: one block per noise level, cells as finished text with marks. Markdown
 * and the terminal render the same blocks; which columns fit a width is decided here, for all blocks at once.
 */
import type { MetricName } from "./job-result.ts";
import { limitLabels, metricFacts } from "./metrics.ts";
import type { Comparison, ComparisonCell, Spending, Verdict } from "./summarise.ts";

export interface BlockCell {
  readonly text: string;
  /** The best mean of its column. */
  readonly best: boolean;
  readonly verdict: Verdict | null;
}

export interface TableBlock {
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly {
    readonly kind: "method" | "limit";
    readonly label: string;
    readonly cells: readonly BlockCell[];
  }[];
}

export interface TableOptions {
  /** Columns of text a row may take; what tells least is left out first. */
  readonly width?: number;
  /** The metric of the first column and of the differences; by default the most telling one there is. */
  readonly primary?: MetricName;
  /** Whether noise is the environment's own business, and α says nothing about it. */
  readonly ownNoise?: boolean;
  /** Makes a label safe for the medium, before it is measured. */
  readonly label?: (label: string) => string;
}

export interface ComparisonTables {
  readonly blocks: readonly TableBlock[];
  /** What the figures do not tell of single methods; labels in items are as `label` made them. */
  readonly remarks: readonly { readonly lead: string; readonly items: readonly string[] }[];
  /** Headers of columns that had no room. */
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
}

interface Column {
  readonly header: string;
  readonly method: (cell: (metric: MetricName) => ComparisonCell | undefined, spent?: Spending) => BlockCell;
  readonly limit: (values: Readonly<Partial<Record<MetricName, number>>>) => string;
  /** The mean by which the best is found, and which way. */
  readonly ranks: MetricName | null;
  /** Left out in descending order. */
  readonly rank: number;
}

const gap = 2;
const marks: Readonly<Record<Verdict, string>> = { better: "✓", worse: "✗", unclear: "?" };

function plain(text: string): BlockCell {
  return { text, best: false, verdict: null };
}

/** How the figures of a metric are written in one comparison: the power of ten taken out, and the head it gives. */
interface Notation {
  readonly header: string;
  readonly write: (value: number) => string;
}

function notationOf({ cells }: Comparison, metric: MetricName): Notation {
  const { short, digits, scaled } = metricFacts[metric];
  const means = cells.flatMap((cell) =>
    cell.metric === metric && cell.value !== null ? [Math.abs(cell.value.mean)] : [],
  );
  const largest = Math.max(0, ...means);
  const exponent = scaled === undefined || largest === 0 ? 0 : Math.floor(Math.log10(largest));
  return {
    header: exponent === 0 ? short : `${short} ×1e${exponent}`,
    write: (value) => (value / 10 ** exponent).toFixed(digits),
  };
}

/** A mean and half its interval: `0.0512 ±0.0006`; with the number of seeds where some have no figure. */
function meanText({ value, missing }: ComparisonCell, { write }: Notation): string {
  if (value === null) return "–";
  const half = value.half === null ? "" : ` ±${write(value.half)}`;
  return `${write(value.mean)}${half}${missing > 0 ? ` (${value.count}/${value.count + missing})` : ""}`;
}

function differenceCell(cell: ComparisonCell | undefined, { write }: Notation): BlockCell {
  const difference = cell?.difference ?? null;
  if (difference === null) return plain("–");
  const sign = difference.mean < 0 ? "−" : "+";
  const half = difference.half === null ? "" : ` ±${write(difference.half)}`;
  const text = `${sign}${write(Math.abs(difference.mean))}${half} ${marks[difference.verdict]}`;
  return { text, best: false, verdict: difference.verdict };
}

/** A large number in three digits: 160k, 1.28M. */
function compact(value: number | undefined): string {
  if (value === undefined) return "–";
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (value >= size) return `${Number((value / size).toPrecision(3))}${unit}`;
  }
  return String(Math.round(value));
}

/** Short times keep a decimal. */
function secondsText(seconds: number): string {
  return seconds < 9.95 ? seconds.toFixed(1) : compact(seconds);
}

function fewerSeeds({ spent }: Comparison, label: (text: string) => string): string[] {
  const most = Math.max(...spent.map(({ seeds }) => seeds));
  return spent
    .filter(({ seeds }) => seeds < most)
    .map(({ alpha, method, seeds }) => `${label(method)} at α = ${alpha}: ${seeds} of ${most}`);
}

const awayWords = { diverged: "the loss left for good", collapsed: "one object is all that was made" };

/** Methods some of whose runs ran away, with the seeds. */
function runsAway({ ranAway }: Comparison, label: (text: string) => string): string[] {
  const seeds = new Map<string, number[]>();
  for (const { method, alpha, seed, kind } of ranAway) {
    const words = `${label(method)} at α = ${alpha} (${awayWords[kind]})`;
    const known = seeds.get(words);
    if (known === undefined) seeds.set(words, [seed]);
    else known.push(seed);
  }
  return [...seeds].map(([words, of]) => `${words} with seed ${of.join(", ")}`);
}

function columnsOf(
  comparison: Comparison,
  primary: MetricName,
  label: (text: string) => string,
): readonly Column[] {
  const { metrics, cells } = comparison;
  const mean = (metric: MetricName, rank: number): Column => {
    const notation = notationOf(comparison, metric);
    return {
      header: notation.header,
      method: (cell) => {
        const found = cell(metric);
        return plain(found === undefined ? "–" : meanText(found, notation));
      },
      limit: (values) => (values[metric] === undefined ? "" : notation.write(values[metric])),
      ranks: metric,
      rank,
    };
  };
  const difference = (metric: MetricName, rank: number): Column => {
    const notation = notationOf(comparison, metric);
    const to = Array.from(label(comparison.against)).slice(0, 16).join("");
    return {
      header: `Δ ${metricFacts[metric].short} to ${to}`,
      method: (cell) => differenceCell(cell(metric), notation),
      limit: () => "",
      ranks: null,
      rank,
    };
  };
  const spent = (header: string, of: (spent: Spending) => string, rank: number): Column => ({
    header,
    method: (_, spending) => plain(spending === undefined ? "–" : of(spending)),
    limit: () => "",
    ranks: null,
    rank,
  });
  // A method without the primary metric (a chain has no exact law) is compared by the first that all methods have.
  const everywhere = (metric: MetricName): boolean =>
    cells.every((cell) => cell.metric !== metric || cell.value !== null);
  const common = everywhere(primary) ? undefined : metrics.find((metric) => everywhere(metric));
  const others = metrics.filter((metric) => metric !== primary && metric !== common);
  return [
    mean(primary, 0),
    difference(primary, 1),
    ...(common === undefined ? [] : [mean(common, 2), difference(common, 13)]),
    ...others.map((metric, i) => mean(metric, 10 + i)),
    spent("calls", ({ oracleCalls }) => compact(oracleCalls), 3),
    spent("steps", ({ environmentSteps }) => compact(environmentSteps), 9),
    spent("seconds", ({ seconds }) => secondsText(seconds), 5),
  ];
}

function block(
  comparison: Comparison,
  columns: readonly Column[],
  alpha: number,
  { label, ownNoise = false }: { readonly label: (text: string) => string; readonly ownNoise?: boolean },
): TableBlock {
  const here = comparison.cells.filter((cell) => cell.alpha === alpha);
  const best = columns.map(({ ranks }) => {
    if (ranks === null || metricFacts[ranks].better === "neither") return null;
    const means = here.flatMap(({ metric, value }) =>
      metric === ranks && value !== null ? [value.mean] : [],
    );
    // With one method there is nothing to be better than.
    if (means.length < 2) return null;
    return metricFacts[ranks].better === "lower" ? Math.min(...means) : Math.max(...means);
  });
  const rows = comparison.methods.map((method) => {
    const of = (metric: MetricName): ComparisonCell | undefined =>
      here.find((cell) => cell.method === method && cell.metric === metric);
    const spent = comparison.spent.find((line) => line.alpha === alpha && line.method === method);
    const cells = columns.map((column, i) => ({
      ...column.method(of, spent),
      best: best[i] !== null && column.ranks !== null && of(column.ranks)?.value?.mean === best[i],
    }));
    return { kind: "method" as const, label: label(method), cells };
  });
  const limits = comparison.limits.find((limit) => limit.alpha === alpha)?.values ?? {};
  const limitRows = (["bound", "at-optimum"] as const).map((kind) => ({
    kind: "limit" as const,
    label: limitLabels[kind],
    cells: columns.map((column) => {
      const shown = column.ranks !== null && metricFacts[column.ranks].limit === kind;
      return plain(shown ? column.limit(limits) : "");
    }),
  }));
  return {
    title: ownNoise ? "Noise of the environment's own" : `Noise α = ${alpha}`,
    headers: columns.map((column) => column.header),
    rows: [...rows, ...limitRows.filter(({ cells }) => cells.some(({ text }) => text !== ""))],
  };
}

function length(text: string): number {
  return Array.from(text).length;
}

/** The widest text of a column over all blocks, with room for the mark of the best. */
function widthOf(blocks: readonly TableBlock[], column: number): number {
  const texts = blocks.flatMap(({ headers, rows }) => [
    headers[column]!,
    ...rows.map(({ cells }) => cells[column]!.text + (cells[column]!.best ? " *" : "")),
  ]);
  return Math.max(...texts.map(length)) + gap;
}

/** Lays the tables out within a width. */
export function tableBlocks(comparison: Comparison, options: TableOptions = {}): ComparisonTables {
  const width = options.width ?? 120;
  const longest = Math.max(12, Math.floor(width / 4));
  const label = (text: string): string => {
    const letters = Array.from((options.label ?? ((same) => same))(text));
    return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest - 1).join("")}…`;
  };
  const primary = options.primary ?? comparison.metrics[0];
  if (primary === undefined)
    return { blocks: [], remarks: [], leftOut: [], notes: ["No job has finished yet."] };
  const all = columnsOf(comparison, primary, options.label ?? ((same) => same));
  const whole = comparison.alphas.map((alpha) => block(comparison, all, alpha, { label }));
  const first = Math.max(...whole.flatMap(({ rows }) => rows.map((row) => length(row.label))));
  const widths = all.map((_, column) => widthOf(whole, column));
  const chosen = new Set<number>();
  let room = width - first;
  for (const at of all.map((_, i) => i).sort((a, b) => all[a]!.rank - all[b]!.rank)) {
    if (chosen.size > 0 && widths[at]! > room) continue;
    chosen.add(at);
    room -= widths[at]!;
  }
  const columns = all.filter((_, i) => chosen.has(i));
  const hasOptimum = whole.some(({ rows }) => rows.some(({ label }) => label === limitLabels["at-optimum"]));
  return {
    blocks: comparison.alphas.map((alpha) => block(comparison, columns, alpha, { ...options, label })),
    remarks: [
      { lead: "Fewer seeds, since runs failed", items: fewerSeeds(comparison, label) },
      { lead: "Training ran away, and figures are of what was left", items: runsAway(comparison, label) },
    ].filter(({ items }) => items.length > 0),
    leftOut: all.filter((_, i) => !chosen.has(i)).map(({ header }) => header),
    notes: [
      "Means over seeds ± half of the 95 % interval (Student's t); * marks the best mean.",
      "Δ is the mean difference of pairs with the same seed: ✓ better, ✗ worse, ? unclear (the interval holds 0).",
      ...(hasOptimum
        ? [
            "No policy has a smaller KL than the policy of least KL, but one may have a smaller total variation: its figure is no bound.",
          ]
        : []),
    ],
  };
}
