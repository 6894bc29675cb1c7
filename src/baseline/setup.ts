/** What a baseline is made of: the same world, the same worth and the same budget as everyone else. */
import type { EngineName } from "../engine/index.ts";
import type { Environment } from "../environment/index.ts";
import type { Reward } from "../landscape/index.ts";
import type { Budget, MemoryEstimate, ModelChoice, Scorer } from "../training/index.ts";

/** What a baseline is made of. */
export interface BaselineSetup {
  readonly environment: Environment;
  /** Scores objects and counts them; every reward that is used has to be asked here. */
  readonly scorer: Scorer;
  readonly reward: Reward;
  readonly budget: Budget;
  /** The kind and size of networks, for baselines that have any. */
  readonly model: ModelChoice;
  readonly seed: number;
  readonly engine?: EngineName;
  /** Is told what memory a learning baseline will need before it is taken; what it throws ends the attempt. */
  readonly onMemory?: (estimate: MemoryEstimate) => void;
}
