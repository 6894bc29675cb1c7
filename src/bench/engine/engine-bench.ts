/**
 * The engine benchmark: times whole training steps in our two engines, side by side in one run, and reports them with the
 * hardware, the floor the hardware sets and the ratios we want to reach.
 */
import { caseLabel, stepCases, stepOperations } from "./cases.ts";
import type { StepCase } from "./cases.ts";
import { bestTime, enterAll, guestNames, whyNoOnnx } from "./contenders.ts";
import type { BestTime, Entrant, Guest } from "./contenders.ts";
import { libraryVersions } from "../../file/library-versions.ts";
import { benchHardware } from "../hardware.ts";
import { benchNotes } from "./notes.ts";
import type { MeasuredCase } from "./notes.ts";
import type { EngineBenchReport, EngineBenchRow } from "../report.ts";
import { rateOf } from "../shared-notes.ts";
import { engineTargets } from "./targets.ts";
import { timeAll } from "../timing.ts";
import type { Schedule, Timings } from "../timing.ts";

/** What a benchmark run needs to know. */
export interface EngineBenchOptions {
  /** Fewer and shorter rounds, and no large network in the wasm engine. */
  readonly quick: boolean;
  readonly onProgress: (text: string) => void;
}

/** The parts of a run that a test makes smaller. */
export interface EngineBenchPlan {
  readonly cases: readonly StepCase[];
  readonly schedule: Schedule;
  /** Widest MLP the wasm engine takes part in. */
  readonly widestWasm: number;
}

export const fullEnginePlan: EngineBenchPlan = {
  cases: stepCases,
  schedule: { rounds: 9, burstMs: 250, limitMs: 170_000 },
  widestWasm: Number.POSITIVE_INFINITY,
};

const quickPlan: EngineBenchPlan = {
  cases: stepCases,
  schedule: { rounds: 3, burstMs: 50, limitMs: 8_000 },
  widestWasm: 256,
};

/** Runs the benchmark and reports what was measured. */
export function runEngineBench({ quick, onProgress }: EngineBenchOptions): Promise<EngineBenchReport> {
  return runEnginePlan(quick ? quickPlan : fullEnginePlan, onProgress);
}

/** Runs any plan, with guests among the contenders if there are some; `runEngineBench` is what users run. */
export async function runEnginePlan(
  plan: EngineBenchPlan,
  onProgress: (text: string) => void,
  guests: readonly Guest[] = [],
): Promise<EngineBenchReport> {
  const hardware = benchHardware();
  const threadCounts = [...new Set([1, hardware.cores])];
  const noOnnx = await whyNoOnnx();
  const withWasm = (stepCase: StepCase): boolean =>
    stepCase.kind !== "mlp" || stepCase.hidden <= plan.widestWasm;
  const setup = { threadCounts, withOnnx: noOnnx === undefined, withWasm, guests };
  const field = await enterAll(plan.cases, setup, onProgress);
  const timings = await timeAll(field.entrants, plan.schedule, onProgress);
  await field.dispose();
  const names = guestNames(guests);
  const measured = plan.cases.map((stepCase) => measuredCase(stepCase, field.entrants, timings, names));
  const rows = measured.map(rowOf);
  const noWasm = plan.cases.filter((stepCase) => !withWasm(stepCase)).map(caseLabel);
  return {
    hardware,
    versions: libraryVersions(),
    rows,
    targets: engineTargets(rows),
    notes: [
      ...(noOnnx === undefined ? [] : [noOnnx]),
      ...(noWasm.length === 0
        ? []
        : [`${noWasm.join(", ")} takes about a second per step in wasm and was left out.`]),
      ...benchNotes({
        entrants: field.entrants,
        timings,
        plannedRounds: plan.schedule.rounds,
        measured,
        threadCounts,
        guests: names,
      }),
    ],
  };
}

function measuredCase(
  stepCase: StepCase,
  entrants: readonly Entrant[],
  timings: Timings,
  guests: readonly string[],
): MeasuredCase {
  const best = (runtime: string): BestTime | null =>
    bestTime(entrants, timings, { benchCase: stepCase, runtime });
  const onnx = best("onnx");
  // A floor has to be a floor: where more threads do not make the product faster, one thread's rate counts.
  const rates = [1, onnx?.threads ?? 1].map((threads) => rateOf({ entrants, timings }, "onnx", threads));
  const rate = rates.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
  return {
    stepCase,
    best: { onnx, wasm: best("wasm"), ...Object.fromEntries(guests.map((name) => [name, best(name)])) },
    floorMs: rate === null ? null : stepOperations(stepCase) / rate / 1e6,
  };
}

function rowOf({ stepCase, best, floorMs }: MeasuredCase): EngineBenchRow {
  const { onnx, wasm, ...guests } = best;
  const times = Object.entries(guests).map(([name, time]) => [name, time?.milliseconds ?? null] as const);
  return {
    name: stepCase.kind,
    hidden: stepCase.kind === "mlp" ? stepCase.hidden : null,
    onnxMs: onnx?.milliseconds ?? null,
    wasmMs: wasm?.milliseconds ?? null,
    floorMs,
    guests: Object.fromEntries(times),
  };
}
