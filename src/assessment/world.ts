/** What an assessment needs to know of the world a policy acts in. */
import type { Environment } from "../environment/environment.ts";
import type { Landscape } from "../landscape/landscape.ts";
import type { Reward } from "../landscape/reward.ts";
import type { ModeSet } from "./modes/mode-set.ts";
import type { Conditions } from "./condition/conditions.ts";

/**
 * The world a method is judged in: what is built, what can go wrong, and what the results are worth. No policy yet.
 */
export interface World {
  readonly environment: Environment;
  readonly landscape: Landscape;
  readonly reward: Reward;
  /** `intentions` where samplers never see what comes of their intentions, so that less can be reached. */
  readonly observes?: "intentions";
  /** Whether every score may be asked for, as for tables and files; a program or a service is asked for samples only. */
  readonly free: boolean;
  /** Whether nothing but exact evaluation will do; a world that is too large for it is then refused. */
  readonly exact?: boolean;
  /** What counts as a mode, where that is known beforehand and not from every score. */
  readonly modes?: ModeSet;
  /** The conditions there are, where the environment takes one. */
  readonly conditions?: Conditions;
}
