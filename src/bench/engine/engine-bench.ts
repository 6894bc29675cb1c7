/**
 * The engine benchmark: times whole training steps in our two engines and in eager PyTorch, side by side in one run,
 * and reports them with the hardware, the floor the hardware sets and the ratios we want to reach.
 */
import { caseLabel, stepCases, stepOperations } from "./cases.ts";
import type { StepCase } from "./cases.ts";
import { bestTime, enterAll, whyNoOnnx } from "./contenders.ts";
import type { Entrant } from "./contenders.ts";
import { libraryVersions } from "../../file/library-versions.ts";
import { benchHardware } from "../hardware.ts";
import { benchNotes } from "./notes.ts";
import type { MeasuredCase } from "./notes.ts";
import type { EngineBenchReport, EngineBenchRow } from "../report.ts";
import { rateOf } from "../shared-notes.ts";
import { engineTargets } from "./targets.ts";
import { timeAll } from "../timing.ts";
import type { Schedule, Timings } from "../timing.ts";
import { openTorch } from "../torch.ts";
import type { TorchChild } from "../torch.ts";

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

const fullPlan: EngineBenchPlan = {
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
  return runPlan(quick ? quickPlan : fullPlan, onProgress);
}

/** Runs any plan; `runEngineBench` with its own cases is what users run. */
export async function runPlan(
  plan: EngineBenchPlan,
  onProgress: (text: string) => void,
): Promise<EngineBenchReport> {
  const hardware = benchHardware();
  const threadCounts = [...new Set([1, hardware.cores])];
  onProgress("looking for a Python with torch");
  const opened = await openTorch(threadCounts);
  const torch: readonly TorchChild[] = "missing" in opened ? [] : opened;
  try {
    const noOnnx = await whyNoOnnx();
    const withWasm = (stepCase: StepCase): boolean =>
      stepCase.kind !== "mlp" || stepCase.hidden <= plan.widestWasm;
    const setup = { threadCounts, withOnnx: noOnnx === undefined, withWasm, torch };
    const field = await enterAll(plan.cases, setup, onProgress);
    const timings = await timeAll(field.entrants, plan.schedule, onProgress);
    await field.dispose();
    const measured = plan.cases.map((stepCase) => measuredCase(stepCase, field.entrants, timings));
    const rows = measured.map(rowOf);
    const targets = engineTargets(rows);
    const info = torch[0]?.info ?? null;
    const noWasm = plan.cases.filter((stepCase) => !withWasm(stepCase)).map(caseLabel);
    return {
      hardware,
      versions: { ...libraryVersions(), ...(info ? { torch: info.torch, python: info.python } : {}) },
      rows,
      targets,
      notes: [
        ...(noOnnx === undefined ? [] : [noOnnx]),
        ...("missing" in opened ? [opened.missing] : []),
        ...(noWasm.length === 0
          ? []
          : [`${noWasm.join(", ")} takes about a second per step in wasm and was left out.`]),
        ...benchNotes({
          entrants: field.entrants,
          timings,
          plannedRounds: plan.schedule.rounds,
          measured,
          targets,
          threadCounts,
          torch: info,
        }),
      ],
    };
  } finally {
    await Promise.all(torch.map((child) => child.close()));
  }
}

function measuredCase(stepCase: StepCase, entrants: readonly Entrant[], timings: Timings): MeasuredCase {
  const best = (runtime: "onnx" | "wasm" | "torch") =>
    bestTime(entrants, timings, { benchCase: stepCase, runtime });
  const onnx = best("onnx");
  // A floor has to be a floor: where more threads do not make the product faster, one thread's rate counts.
  const rates = [1, onnx?.threads ?? 1].map((threads) => rateOf({ entrants, timings }, "onnx", threads));
  const rate = rates.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
  return {
    stepCase,
    best: { onnx, wasm: best("wasm"), torch: best("torch") },
    floorMs: rate === null ? null : stepOperations(stepCase) / rate / 1e6,
  };
}

function rowOf({ stepCase, best, floorMs }: MeasuredCase): EngineBenchRow {
  return {
    name: stepCase.kind,
    hidden: stepCase.kind === "mlp" ? stepCase.hidden : null,
    onnxMs: best.onnx?.milliseconds ?? null,
    wasmMs: best.wasm?.milliseconds ?? null,
    torchMs: best.torch?.milliseconds ?? null,
    floorMs,
  };
}
