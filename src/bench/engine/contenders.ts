/**
 * Who takes part: for every case our ONNX engine, with one thread and with all cores, our wasm engine, and guests, if a
 * caller brings some. The better of the two thread counts is the runtime's figure for a case, ours as well as theirs.
 */
import { engineInfo } from "../../engine/runtime/select.ts";
import { caseLabel, rateCase } from "./cases.ts";
import type { BenchCase, StepCase } from "./cases.ts";
import { benchModel } from "./models.ts";
import { burst, median } from "../timing.ts";
import type { Contender, Timings } from "../timing.ts";

/** Another implementation of the same work, which takes its turns among ours: what `bench/speed/peers.ts` brings. */
export interface Guest {
  readonly name: string;
  readonly threads: number;
  /** Milliseconds per step of a case, from steps run for about the given time. */
  measure(benchCase: { readonly kind: string }, milliseconds: number): Promise<number>;
}

export interface Entrant<C = BenchCase> extends Contender {
  readonly benchCase: C;
  /** One of our engines, or the name of a guest. */
  readonly runtime: string;
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
    readonly guests: readonly Guest[];
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
        label: entrantLabel(caseLabel(benchCase), engine, threads),
        benchCase,
        runtime: engine,
        threads,
        measure,
      });
    };
    if (setup.withOnnx) for (const threads of setup.threadCounts) await ours("onnx", threads);
    if (benchCase.kind !== "product" && setup.withWasm(benchCase)) await ours("wasm", 1);
    for (const guest of setup.guests) entrants.push(guestEntrant(guest, benchCase, caseLabel(benchCase)));
  }
  return {
    entrants,
    async dispose() {
      for (const dispose of disposals) await dispose();
    },
  };
}

/** A guest's turn at one case. */
export function guestEntrant<C extends { readonly kind: string }>(
  guest: Guest,
  benchCase: C,
  what: string,
): Entrant<C> {
  const { name: runtime, threads } = guest;
  const measure = (ms: number): Promise<number> => guest.measure(benchCase, ms);
  return { label: entrantLabel(what, runtime, threads), benchCase, runtime, threads, measure };
}

export function entrantLabel(what: string, runtime: string, threads: number): string {
  return `${what}, ${runtime}${threads === 1 ? "" : ` with ${threads} threads`}`;
}

/** The names of guests, each once, whatever their threads. */
export function guestNames(guests: readonly Guest[]): readonly string[] {
  return [...new Set(guests.map(({ name }) => name))];
}

/** The best figure of a runtime for a case, or of one thread count of it; null when it was not measured. */
export function bestTime<C>(
  entrants: readonly Entrant<C>[],
  timings: Timings,
  wanted: { readonly benchCase: C; readonly runtime: string; readonly threads?: number },
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
