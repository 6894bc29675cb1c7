/** The policy of a trainer as something that can be asked at any states. */
import { PolicyTable } from "../training/index.ts";
import type { PolicyCompiler, Trainer } from "../training/index.ts";

/** Asks a trainer for its policy. */
export function policyOf({ options, parameters }: Pick<Trainer, "options" | "parameters">): PolicyCompiler {
  return (states) => PolicyTable.compile(options, parameters, states);
}
