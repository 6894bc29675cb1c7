/** Tells environments that build sequences from those that build anything else. */
import type { Environment } from "../environment.ts";
import type { SequenceEnvironment } from "./sequence.ts";

/** The environment as one of sequences; null where it is none. */
export function asSequences(environment: Environment): SequenceEnvironment | null {
  return "alphabet" in environment && "maxLength" in environment
    ? (environment as unknown as SequenceEnvironment)
    : null;
}
