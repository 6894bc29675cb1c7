/**
 * Who takes part: for every case our ONNX engine and PyTorch, each with one thread and with all cores, and our wasm
 * engine. The better of the two thread counts is the runtime's figure for a case, ours as well as theirs.
 */
import { engineInfo } from "../../engine/index.ts";
import { caseLabel, rateCase } from "./cases.ts";
import type { BenchCase, StepCase } from "./cases.ts";
import { benchModel } from "./models.ts";
import { burst, median } from "../timing.ts";
import type { Contender, Timings } from "../timing.ts";
import type { TorchChild } from "../torch.ts";

export type RuntimeName = "onnx" | "wasm" | "torch";

export interface Entrant<C = BenchCase> extends Contender {
  readonly benchCase: C;
  readonly runtime: RuntimeName;
  readonly threads: number;
}

/** A runtime's figure for one case, with the number of threads that gave it. */
export interface BestTime {
  readonly milliseconds: number;
  readonly threads: number;
  /** How much longer the typical (median) round took than the best, as a share. */
  readonly noise: number;
}

export interface Field {
  readonly entrants: readonly Entrant[];
  /** Gives back what the compiled programs hold. */
  dispose(): Promise<void>;
}

/** Compiles our side of every case; the wasm engine can be kept out of cases it is too slow for. */
export async function enterAll(
  stepCases: readonly StepCase[],
  setup: {
    readonly threadCounts: readonly number[];
    readonly withOnnx: boolean;
    readonly withWasm: (stepCase: StepCase) => boolean;
    readonly torch: readonly TorchChild[];
  },
  onProgress: (text: string) => void,
): Promise<Field> {
  const entrants: Entrant[] = [];
  const disposals: (() => Promise<void>)[] = [];
  for (const benchCase of [rateCase, ...stepCases]) {
    onProgress(`compiling ${caseLabel(benchCase)}`);
    const model = benchModel(benchCase);
    const ours = async (engine: "onnx" | "wasm", threads: number): Promise<void> => {
      const program = await model.compile({ engine, threads });
      disposals.push(() => program.dispose());
      const measure = (ms: number): Promise<number> => burst(() => program.step(), ms);
      entrants.push({
        label: label(benchCase, engine, threads),
        benchCase,
        runtime: engine,
        threads,
        measure,
      });
    };
    if (setup.withOnnx) for (const threads of setup.threadCounts) await ours("onnx", threads);
    if (benchCase.kind !== "product" && setup.withWasm(benchCase)) await ours("wasm", 1);
    for (const child of setup.torch) {
      const { threads } = child.info;
      const measure = (ms: number): Promise<number> => child.measure(benchCase, ms);
      entrants.push({
        label: label(benchCase, "torch", threads),
        benchCase,
        runtime: "torch",
        threads,
        measure,
      });
    }
  }
  return {
    entrants,
    async dispose() {
      for (const dispose of disposals) await dispose();
    },
  };
}

function label(benchCase: BenchCase, runtime: RuntimeName, threads: number): string {
  return `${caseLabel(benchCase)}, ${runtime}${threads === 1 ? "" : ` with ${threads} threads`}`;
}

/** The best figure of a runtime for a case, or of one thread count of it; null when it was not measured. */
export function bestTime<C>(
  entrants: readonly Entrant<C>[],
  timings: Timings,
  wanted: { readonly benchCase: C; readonly runtime: RuntimeName; readonly threads?: number },
): BestTime | null {
  let best: BestTime | null = null;
  for (const entrant of entrants) {
    if (entrant.benchCase !== wanted.benchCase || entrant.runtime !== wanted.runtime) continue;
    if (wanted.threads !== undefined && entrant.threads !== wanted.threads) continue;
    const samples = timings.of.get(entrant)?.samples ?? [];
    if (samples.length === 0) continue;
    const milliseconds = Math.min(...samples);
    if (best !== null && best.milliseconds <= milliseconds) continue;
    best = { milliseconds, threads: entrant.threads, noise: median(samples) / milliseconds - 1 };
  }
  return best;
}

/** Why our ONNX engine cannot take part, if it cannot. */
export async function whyNoOnnx(): Promise<string | undefined> {
  try {
    await engineInfo("onnx");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
