/**
 * Settings that only a program can give: parts made by code, limits that follow from a budget, and what nobody has asked
 * to type. They have no flag and are in no record.
 */
import type { NumberSpec, ProgramSpec, ValueSpec } from "../value-spec.ts";
import { only } from "./needs.ts";

/** A setting of programs alone. */
export type ProgramSetting = (
  | ProgramSpec
  | NumberSpec
  | { readonly kind: "choice"; readonly choices: readonly string[] }
) &
  Pick<ValueSpec, "needs">;

const part = (does: string, such: string) => ({ kind: "part", does, such }) as const;
const fromZero = { kind: "number", min: 0 } as const;

export const programSettings = {
  landscape: part("score", "a landscape such as createSim8(), functionOracle(…) or tabulate(…)"),
  environment: part("outcomeProbabilities", "an environment such as sequenceEnvironment(…)"),
  noise: part("over", "noise such as stickyNoise(0.25)"),
  reward: part("logRewards", "a reward such as new Reward({ exponent: 3 })"),
  contexts: part("draw", "conditions such as uniformCategories(3) or uniformVectors([[0, 1]])"),
  templates: { kind: "function", needs: [only.whileExploring] },
  onMemory: { kind: "function" },
  engine: { kind: "choice", choices: ["onnx", "wasm"] },
  decayOver: { ...fromZero, needs: [only.withoutBudget] },
  "budget.oracleCalls": { kind: "limit", needs: [only.withFresh] },
  "budget.environmentSteps": { kind: "limit", needs: [only.withFresh] },
  "replay.capacity": { kind: "integer", min: 1, default: 100_000, needs: [only.withAnyReplay] },
  "epsilon.from": { ...fromZero, max: 1 },
  "epsilon.over": fromZero,
  "temperature.from": { kind: "number", min: 0.01 },
  "temperature.over": fromZero,
  "entropyRatio.cap": { kind: "number" },
  "entropyRatio.epsilon": fromZero,
} as const satisfies Readonly<Record<string, ProgramSetting>>;
