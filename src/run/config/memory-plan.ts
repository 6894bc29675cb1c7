/**
 * What memory an experiment will need, and whether this machine has it. A run that cannot fit is refused before any of
 * it is taken, with the options that drive it; one that may not fit beside what else is running is said.
 */
import { freemem, totalmem } from "node:os";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { largeNumber } from "../../large-number.ts";
import { totalMemory } from "../../training/setup/memory-estimate.ts";
import type { MemoryEstimate, MemoryUse } from "../../training/setup/memory-estimate.ts";
import type { ExperimentConfig } from "./config.ts";
import { taskOf } from "../../world/task/registry.ts";
import { inWords, type Said, type Wording } from "../../wording.ts";
import { pathOf } from "./run-options.ts";

/** An estimate with what could be made smaller. */
export interface MemoryPlan {
  readonly bytes: number;
  /** What most of it goes to, in words. */
  readonly largest: string;
  readonly largestBytes: number;
  /** Options that drive the largest part, with their values. */
  readonly options: readonly Said[];
}

const words: Readonly<Record<MemoryUse | "evaluation" | "report", string>> = {
  program: "the program itself",
  network: "the parameters of the networks",
  batch: "the states of a batch",
  "noise model": "the noise model over the states of a batch",
  attention: "the attention of the transformer",
  replay: "the replay buffer",
  evaluation: "the exact evaluation of all states",
  report: "the samples of the report",
};

/** Bytes per state of an exact evaluation: of sequences, and of anything else for each intention. */
const [bytesPerSequence, bytesPerIntention] = [400, 1200];
const bytesPerSample = 400;
const bytesPerLetter = 20;
/** Larger graphs are not evaluated exactly. */
const mostStates = 2 ** 20;

/** The plan of a configuration in its environment, from the estimate of its training; `settings` are a baseline's own. */
export function planMemory(
  config: ExperimentConfig,
  environment: Environment,
  training: MemoryEstimate,
  settings?: Readonly<Record<string, number | string>>,
): MemoryPlan {
  const { stateCount = 0 } = environment.enumeration ?? {};
  const each = asSequences(environment) ? bytesPerSequence : bytesPerIntention * environment.actionCount;
  const sample = bytesPerSample + bytesPerLetter * environment.maxSteps;
  const all = new Map<keyof typeof words, number>([
    ...training,
    ["evaluation", stateCount <= mostStates ? stateCount * each : 0],
    ["report", config.samples * sample],
  ]);
  return planOf(all, (use) => driversOf(use, config, settings));
}

/** A plan from any estimate; `drivers` are the options that each use grows with. */
export function planOf(
  uses: ReadonlyMap<keyof typeof words, number>,
  drivers: (use: keyof typeof words) => readonly Said[],
): MemoryPlan {
  const [use, largestBytes] = [...uses].reduce((most, one) => (one[1] > most[1] ? one : most));
  const bytes = totalMemory(uses as MemoryEstimate);
  return { bytes, largest: words[use], largestBytes, options: drivers(use) };
}

/** The options that a use grows with, as far as this configuration has them. */
function driversOf(
  use: keyof typeof words,
  config: ExperimentConfig,
  settings?: Readonly<Record<string, number | string>>,
): readonly Said[] {
  const { sizes } = taskOf(config);
  // A baseline has settings of its own instead, which are written in the plan without dashes.
  const batch = settings === undefined ? ["onPolicy", "exploratory", "replay", "datasetBatch"] : [];
  const own = ["batch", "noise model", "attention"].includes(use) ? ["batch", "replay"] : [];
  if (use === "replay") own.push("capacity");
  const names: Readonly<Record<keyof typeof words, readonly string[]>> = {
    program: [],
    network: ["hidden", "layers", ...sizes],
    batch: [...batch, ...sizes, "hidden", "layers"],
    "noise model": [...batch, ...sizes],
    attention: [...batch, ...sizes, "attentionHeads", "layers"],
    replay: sizes,
    evaluation: sizes,
    report: ["samples", ...sizes],
  };
  const values = config as unknown as Readonly<Record<string, unknown>>;
  const ofBaseline = own.filter((name) => settings?.[name]).map((name) => `${name} ${settings?.[name]}`);
  const ofOptions = names[use]
    .filter((name) => values[name] !== null && values[name] !== 0)
    .map((name): Said => {
      const isTyped = name !== "maxLength" || config.minLength !== config.maxLength;
      return settingOf(pathOf(isTyped ? name : "length"), values[name]);
    });
  return [...ofBaseline, ...ofOptions];
}

function settingOf(path: string, value: unknown): Said {
  if (typeof value === "number") return (say) => say(path, value);
  const text = String(value);
  return (say) => (text.length > 12 ? `${say(path)} of ${text.length} letters` : say(path, text));
}

/** Bytes this process may have: WINDAGE_MEMORY in gigabytes, else the memory of the machine or of its container. */
export function memoryLimit(env: Readonly<Record<string, string | undefined>> = process.env): number {
  const asked = env["WINDAGE_MEMORY"] ?? "";
  if (asked !== "") {
    const gigabytes = parseDecimal(asked);
    if (gigabytes !== undefined && gigabytes > 0) return gigabytes * 2 ** 30;
    throw new WindageError(
      "run/invalid-option",
      `WINDAGE_MEMORY: got ${JSON.stringify(asked.slice(0, 40))}, expected gigabytes as a number above 0, such as 64; correct it or take it away`,
    );
  }
  const contained = process.constrainedMemory();
  return contained !== undefined && contained > 0 ? Math.min(contained, totalmem()) : totalmem();
}

/** Throws `run/too-large` for what cannot fit; `parallel` processes need as much each. */
export function requireMemory({ bytes, largest, largestBytes, options }: MemoryPlan): void {
  const limit = memoryLimit();
  if (bytes <= limit) return;
  const advice: Wording = (say) =>
    options.length === 0
      ? "use smaller ones"
      : `lower ${options.map((option) => inWords(option, say)).join(", ")}`;
  throw new WindageError(
    "run/too-large",
    (say) =>
      `got a run that needs about ${memoryText(bytes)} of memory, expected at most the ${memoryText(limit)} there are; most of it, ${memoryText(largestBytes)}, is for ${largest}: ${advice(say)}. (WINDAGE_MEMORY=64 says that 64 GB may be used.)`,
  );
}

/** Why a plan that fits the machine may still not fit now; undefined where it does. */
export function memoryWarning({ bytes }: Pick<MemoryPlan, "bytes">): string | undefined {
  const free = freemem();
  if (bytes <= free) return undefined;
  return `this needs about ${memoryText(bytes)} of memory, but only ${memoryText(free)} are free; should the system end it, it can be gone on with`;
}

/** Bytes as people say them. */
export function memoryText(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes < 1000) return `${Math.round(megabytes)} MB`;
  const gigabytes = megabytes / 1024;
  return `${gigabytes < 99.5 ? gigabytes.toPrecision(2) : largeNumber(gigabytes)} GB`;
}
