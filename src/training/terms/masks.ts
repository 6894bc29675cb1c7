/** Which masks an environment needs: a graph without masks is smaller, and most sequence problems have none. */
import type { Environment } from "../../environment/environment.ts";
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { tokenKernel } from "../../environment/noise/token-kernel.ts";

export interface Masks {
  /** Whether some intention is illegal somewhere. */
  readonly policy: boolean;
  /** Whether some way into a state is impossible somewhere. */
  readonly backward: boolean;
}

export function masksOf(environment: Environment): Masks {
  const kernel = tokenKernel(environment);
  const { stopAction } = environment as Partial<SequenceEnvironment>;
  // Unmasked sequences of one length under noise that can turn any token into any other.
  if (kernel && stopAction === undefined) return { policy: false, backward: kernel.some((p) => p === 0) };
  return { policy: true, backward: true };
}
