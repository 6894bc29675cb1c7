/**
 * A process that remembers what it was told: its noise depends on earlier intentions and not only on what was built. The
 * memory is finite and numbered, `m_{t+1} = f(m_t, a_t, c_t)`, so that laws and limits over (state, memory) are exact.
 */
import { WindageError } from "../../error.ts";
import type { Environment, NoiseDescription } from "../environment.ts";

export interface ProcessMemory<State = unknown> {
  readonly description: NoiseDescription;
  /** The process over one environment; throws where they do not fit together. */
  over(environment: Environment<State>): RememberingProcess<State>;
}

/** A process whose noise depends on earlier intentions, for `withMemory`. */
export interface RememberingProcess<State> {
  /** Different memories, numbered from 0; 0 is what is remembered at the start. */
  readonly count: number;
  /** What is remembered after a step. */
  remember(memory: number, action: number, outcome: number): number;
  /** Writes P(outcome | state, memory, action) for every outcome; the action is legal. */
  outcomeProbabilities(state: State, memory: number, action: number, out: Float64Array): void;
}

/** Throws unless `alpha` is a probability. */
export function checkAlpha(name: string, alpha: number): void {
  if (alpha >= 0 && alpha <= 1) return;
  throw new WindageError(
    "environment/bad-noise",
    `${name}: got alpha = ${alpha}, expected a probability between 0 and 1.`,
  );
}
