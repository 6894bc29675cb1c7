/**
 * The training benchmark: whole iterations of the library's trainer at several widths, with the memory they need and the
 * time and memory of a default run. Each row is a process of its own that works only when it is its turn; so are guests,
 * which do the same work in another way.
 */
import type { EngineName } from "../../engine/runtime/runtime.ts";
import { caseLabel, rateCase } from "../engine/cases.ts";
import type { ProductCase } from "../engine/cases.ts";
import { bestTime, entrantLabel, guestEntrant, guestNames, whyNoOnnx } from "../engine/contenders.ts";
import type { BestTime, Entrant, Guest } from "../engine/contenders.ts";
import { libraryVersions } from "../../file/library-versions.ts";
import { benchHardware } from "../hardware.ts";
import { benchModel } from "../engine/models.ts";
import type { BenchProgram } from "../engine/models.ts";
import type { TrainBenchReport, TrainBenchRow } from "../report.ts";
import { burst, timeAll } from "../timing.ts";
import type { Schedule, Timings } from "../timing.ts";
import { rateOf } from "../shared-notes.ts";
import { measureDefaultRun, untilTv } from "./default-run.ts";
import { defaultRunOperations, iterationOperations, trainCases } from "./train-case.ts";
import type { TrainCase } from "./train-case.ts";
import { TrainChild } from "./train-child.ts";
import { trainNotes } from "./train-notes.ts";
import type { MeasuredTraining } from "./train-notes.ts";
import { timedTv, trainTargets } from "./train-targets.ts";
import type { DefaultRuns } from "./train-targets.ts";

/** What a benchmark run needs to know. */
export interface TrainBenchOptions {
  /** Fewer and shorter rounds, and a default run cut short. */
  readonly quick: boolean;
  readonly onProgress: (text: string) => void;
}

/** The parts of a run that a test makes smaller. */
export interface TrainBenchPlan {
  readonly cases: readonly TrainCase[];
  readonly schedule: Schedule;
  /** Options of the default run whose time and memory are measured; null measures none. */
  readonly defaultRun: readonly string[] | null;
}

export const fullTrainPlan: TrainBenchPlan = {
  cases: trainCases,
  // Many short rounds: on a busy machine a short one has the better chance of being undisturbed.
  schedule: { rounds: 40, burstMs: 80, limitMs: 150_000 },
  defaultRun: [],
};

const quickPlan: TrainBenchPlan = {
  cases: trainCases,
  schedule: { rounds: 3, burstMs: 100, limitMs: 10_000 },
  defaultRun: ["--iterations", "20"],
};

type Entry = Entrant<TrainCase | ProductCase>;

/** Runs the benchmark and reports what was measured. */
export function runTrainBench({ quick, onProgress }: TrainBenchOptions): Promise<TrainBenchReport> {
  return runTrainPlan(quick ? quickPlan : fullTrainPlan, onProgress);
}

/** Runs any plan, with guests among the contenders if there are some; `runTrainBench` is what users run. */
export async function runTrainPlan(
  { cases, schedule, defaultRun }: TrainBenchPlan,
  onProgress: (text: string) => void,
  guests: readonly Guest[] = [],
): Promise<TrainBenchReport> {
  const hardware = benchHardware();
  const threadCounts = [...new Set([1, hardware.cores])];
  const runs = await measureRuns(defaultRun, onProgress);
  const workers: TrainChild[] = [];
  try {
    const noOnnx = await whyNoOnnx();
    for (const trainCase of cases) {
      onProgress(`compiling hidden ${trainCase.hidden}`);
      workers.push(await TrainChild.start(trainCase));
    }
    const products = await loadProducts(noOnnx === undefined ? threadCounts : []);
    // Figures that are compared are measured right after each other.
    const entrants: Entry[] = [
      ...products.entries,
      ...guests.map((guest) => guestEntrant(guest, rateCase, caseLabel(rateCase))),
      ...workers.flatMap((worker) => [
        workerEntry(worker),
        ...guests.map((guest) => guestEntrant(guest, worker.trainCase, labelOf(worker.trainCase))),
      ]),
    ];
    const timings = await timeAll(entrants, schedule, onProgress);
    await products.dispose();
    const names = guestNames(guests);
    const measured = workers.map(({ trainCase, engine }): MeasuredTraining => ({
      trainCase,
      ours: oursOrThrow(entrants, timings, { benchCase: trainCase, runtime: engine }),
      guests: Object.fromEntries(
        names.map((runtime) => [runtime, bestTime(entrants, timings, { benchCase: trainCase, runtime })]),
      ),
    }));
    const rows: TrainBenchRow[] = [];
    const rates = threadCounts.flatMap((threads) => rateOf({ entrants, timings }, "onnx", threads) ?? []);
    // A floor has to be one, however many threads a program takes.
    const rate = rates.length === 0 ? null : Math.max(...rates);
    for (const [i, line] of measured.entries())
      rows.push(rowOf(line, rate, await workers[i]!.peakMemoryMb()));
    const plannedRounds = schedule.rounds;
    return {
      hardware,
      versions: libraryVersions(),
      rows,
      targets: trainTargets({
        ...runs,
        floorSeconds: rate === null ? null : defaultRunOperations() / rate / 1e9,
      }),
      notes: [
        ...(noOnnx === undefined ? [] : [noOnnx]),
        ...trainNotes({ entrants, timings, plannedRounds, threadCounts, guests: names }, measured),
        ...(defaultRun === null || defaultRun.length === 0
          ? []
          : [`The default run was cut short (${defaultRun.join(" ")}): a whole one may need more.`]),
      ],
    };
  } finally {
    await Promise.all(workers.map((child) => child.close()));
  }
}

/** Default runs: one with these options, and where there are none, so that it is whole, one that is timed to a distance. */
async function measureRuns(
  options: readonly string[] | null,
  onProgress: (text: string) => void,
): Promise<Omit<DefaultRuns, "floorSeconds">> {
  if (options === null) return { whole: null, toTv: null, peakMemoryMb: null };
  onProgress("measuring a default run, up to a minute");
  const run = await measureDefaultRun(options);
  const isWhole = options.length === 0;
  return {
    whole: isWhole ? run : null,
    toTv: isWhole ? await measureDefaultRun(untilTv(timedTv)) : null,
    peakMemoryMb: run.peakMemoryMb,
  };
}

const labelOf = ({ hidden }: TrainCase): string => `hidden ${hidden}`;

function workerEntry(child: TrainChild): Entry {
  const { trainCase: benchCase, engine: runtime } = child;
  return {
    label: entrantLabel(labelOf(benchCase), runtime, 1),
    benchCase,
    runtime,
    threads: 1,
    measure: (ms) => child.measure(ms),
  };
}

/** The large product in our engine, whose rate sets the floor. */
async function loadProducts(
  threadCounts: readonly number[],
): Promise<{ readonly entries: readonly Entry[]; dispose(): Promise<void> }> {
  const programs: { readonly threads: number; readonly program: BenchProgram }[] = [];
  for (const threads of threadCounts) {
    programs.push({ threads, program: await benchModel(rateCase).compile({ engine: "onnx", threads }) });
  }
  return {
    entries: programs.map(({ threads, program }) => ({
      label: entrantLabel(caseLabel(rateCase), "onnx", threads),
      benchCase: rateCase,
      runtime: "onnx",
      threads,
      measure: (ms) => burst(() => program.step(), ms),
    })),
    async dispose() {
      for (const { program } of programs) await program.dispose();
    },
  };
}

/** Our own figure; without it there is nothing to report. */
function oursOrThrow(
  entrants: readonly Entry[],
  timings: Timings,
  wanted: { readonly benchCase: TrainCase; readonly runtime: EngineName },
): BestTime {
  const best = bestTime(entrants, timings, wanted);
  if (best !== null) return best;
  const entry = entrants.find(
    ({ benchCase, runtime }) => benchCase === wanted.benchCase && runtime === wanted.runtime,
  )!;
  throw new Error(`${entry.label}: ${timings.of.get(entry)?.failure ?? "was not measured"}`);
}

/** `rate` is that of a large product, in billions of operations per second. */
function rowOf(
  { trainCase, ours, guests }: MeasuredTraining,
  rate: number | null,
  peakMemoryMb: number,
): TrainBenchRow {
  return {
    hidden: trainCase.hidden,
    windageItersPerSecond: 1000 / ours.milliseconds,
    floorItersPerSecond: rate === null ? null : (rate * 1e9) / iterationOperations(trainCase),
    peakMemoryMb,
    guests: Object.fromEntries(
      Object.entries(guests).map(([name, best]) => [name, best === null ? null : 1000 / best.milliseconds]),
    ),
  };
}
