/**
 * `windage bench`: measures speed on this machine and names the machine. This file describes the command and
 * lays out its report; the measuring is in src/bench and is loaded only when the command runs.
 */

import type { BenchTarget, EngineBenchReport, GrowthReport, TrainBenchReport } from "../../bench/report.ts";
import { defineCommand, type CommandContext, type SpecTable } from "../option-table.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";

/** Milliseconds with three significant digits; a dash for what was not measured. */
function milliseconds(value: number | null): string {
  if (value === null) return "–";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function verdict(met: boolean | null, style: TerminalStyle): string {
  if (met === null) return style.dim("not measured");
  return met ? style.good("met") : style.bad("missed");
}

/** The report as text: machine, timings, targets, notes. */
export function engineBenchText(report: EngineBenchReport, style: TerminalStyle, width?: number): string {
  const guests = Object.keys(report.rows[0]?.guests ?? {});
  const timings = benchTable(
    ["train step", "hidden", ...["onnx", "wasm", ...guests, "floor"].map((name) => `${name} ms`)],
    report.rows.map((row) => [
      row.name,
      row.hidden === null ? "–" : String(row.hidden),
      ...[row.onnxMs, row.wasmMs, ...guests.map((name) => row.guests[name] ?? null), row.floorMs].map(
        (value) => milliseconds(value),
      ),
    ]),
    style,
    width,
  );
  return reportText(report, timings, style, width);
}

/** Iterations per second with three significant digits; a dash for what was not measured. */
export function perSecond(value: number | null): string {
  if (value === null) return "–";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** The report as text: machine, rates, targets, notes. */
export function trainBenchText(report: TrainBenchReport, style: TerminalStyle, width?: number): string {
  const guests = Object.keys(report.rows[0]?.guests ?? {});
  const rates = benchTable(
    ["hidden", ...["windage", ...guests, "floor"].map((name) => `${name} it/s`), "peak MB"],
    report.rows.map((row) => [
      String(row.hidden),
      perSecond(row.windageItersPerSecond),
      ...guests.map((name) => perSecond(row.guests[name] ?? null)),
      perSecond(row.floorItersPerSecond),
      row.peakMemoryMb.toFixed(0),
    ]),
    style,
    width,
  );
  return reportText(report, rates, style, width);
}

/** A table of figures; the first column is words where they are words. */
export function benchTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  style: TerminalStyle,
  width?: number,
): string {
  const isWords = rows.some(([first = ""]) => /[a-z]/.test(first));
  return renderTable(
    headers.map((header, i) => ({ header, align: i === 0 && isWords ? "left" : "right" })),
    rows,
    style.bold,
    width,
  );
}

function gotText({ got, wanted }: BenchTarget): string {
  if (got === null) return "–";
  if (wanted.endsWith(" s")) return `${got.toFixed(1)} s`;
  return wanted.endsWith("MB") ? `${got.toFixed(0)} MB` : `${got.toFixed(2)}×`;
}

/** How cost grows, as text: machine, rates and memory with their exponents, notes. */
export function growthText(report: GrowthReport, style: TerminalStyle, width?: number): string {
  const exponent = (value: number | null): string => (value === null ? "–" : value.toFixed(2));
  const table = renderTable(
    [
      { header: "what grows", align: "left" },
      { header: "size", align: "right" },
      { header: "it/s", align: "right" },
      { header: "exponent", align: "right" },
      { header: "peak MB", align: "right" },
      { header: "exponent", align: "right" },
    ],
    report.rows.map((row) => [
      row.dimension,
      String(row.size),
      perSecond(row.itersPerSecond),
      exponent(row.timeExponent),
      row.peakMemoryMb.toFixed(0),
      exponent(row.memoryExponent),
    ]),
    style.bold,
    width,
  );
  return framed(report, [table]);
}

/** The table and the targets of a report. */
function reportText(
  report: EngineBenchReport | TrainBenchReport,
  table: string,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const { targets } = report;
  const goals = renderTable(
    [
      { header: "target", align: "left" },
      { header: "wanted", align: "right" },
      { header: "got", align: "right" },
      { header: "", align: "left" },
    ],
    targets.map((target) => [target.name, target.wanted, gotText(target), verdict(target.met, style)]),
    style.bold,
    width,
  );
  return framed(report, [table, goals]);
}

/** What all reports have around their own tables. */
function framed(
  { hardware, versions, notes }: Pick<EngineBenchReport, "hardware" | "versions" | "notes">,
  tables: readonly string[],
): string {
  return [
    `${hardware.cpu}, ${hardware.cores} cores, ${hardware.memoryGb.toFixed(1)} GB, ${hardware.platform}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
    ...tables.flatMap((table) => ["", table]),
    ...notes.flatMap((note) => ["", note]),
  ].join("\n");
}

async function benchEngine(quick: boolean, context: CommandContext): Promise<EngineBenchReport> {
  const { runEngineBench } = await import("../../bench/engine/engine-bench.ts");
  return runEngineBench({ quick, onProgress: context.progress });
}

async function benchTrain(quick: boolean, context: CommandContext): Promise<TrainBenchReport> {
  const { runTrainBench } = await import("../../bench/train/train-bench.ts");
  return runTrainBench({ quick, onProgress: context.progress });
}

async function benchGrowth(quick: boolean, context: CommandContext): Promise<GrowthReport> {
  const { runGrowthBench } = await import("../../bench/growth/growth-bench.ts");
  return runGrowthBench({ quick, onProgress: context.progress });
}

const benchOptions = {
  quick: {
    kind: "boolean",
    description: "Fewer repetitions and no large networks: a first look, not figures to publish.",
  },
} as const satisfies SpecTable;

export const benchCommand = defineCommand({
  name: "bench",
  summary: "Measure speed on this machine, with its hardware named.",
  description:
    "Measures how fast Windage is on this machine and prints one table from one run, with the hardware and the library versions it was measured on.",
  computes: true,
  arguments: {
    suite: {
      kind: "choice",
      choices: ["engine", "train", "growth", "all"],
      default: "all",
      description:
        "What to measure. engine: one training step of several networks in our ONNX and wasm engines, and the floor the hardware sets. train: whole training iterations, and the time and memory of a default run. growth: rates and memory as sequences, alphabets, batches and networks become larger; not part of all.",
    },
  },
  options: benchOptions,
  examples: [
    { line: "windage bench engine", explanation: "Time training steps in every runtime found here." },
    { line: "windage bench train", explanation: "Time whole training iterations; takes a few minutes." },
    { line: "windage bench growth", explanation: "See how cost grows with every size." },
    { line: "windage bench --quick", explanation: "A first look at every benchmark." },
    {
      line: "windage bench engine --json > bench.json",
      explanation: "Keep the measurements; progress stays on the terminal.",
    },
  ],
  async run({ suite, quick }, context) {
    if (suite === "growth") {
      const growth = await benchGrowth(quick, context);
      return { document: growth, text: growthText(growth, context.style, context.width) };
    }
    const engine = suite === "train" ? undefined : await benchEngine(quick, context);
    const train = suite === "engine" ? undefined : await benchTrain(quick, context);
    const texts = [
      ...(engine ? [engineBenchText(engine, context.style, context.width)] : []),
      ...(train ? [trainBenchText(train, context.style, context.width)] : []),
    ];
    return {
      // A single suite prints its own report; "all" has one key per suite and gains keys as suites are added.
      document: suite === "all" ? { engine, train } : (engine ?? train),
      text: texts.join("\n\n"),
    };
  },
});
