/**
 * Opens what a run's samples are drawn from. The policy is compiled and nothing else; only looking ahead, which decides by
 * flows, takes up the whole trainer. Without scores nothing outside of the run is opened.
 */
import type { Run } from "../../run/layout.ts";
import { openPolicy, policyOfRun } from "../../run/policy/load-policy.ts";
import { withOpened, type OpenOptions } from "../../run/policy/with-opened.ts";
import type { SampleSource } from "./sampler.ts";

/** What has to be there. */
export interface SourceOptions extends OpenOptions {
  /** Whether steps are looked ahead. */
  readonly looksAhead?: boolean;
  /** Whether scores are left out. */
  readonly unscored?: boolean;
}

/** Opens a run's policy for samples, hands it to `use` and closes everything again. */
export async function withSource<T>(
  run: Run,
  { looksAhead = false, unscored = false, ...options }: SourceOptions,
  use: (source: SampleSource) => Promise<T>,
): Promise<T> {
  if (looksAhead) {
    const { aheadPolicy } = await import("../../assessment/look-ahead/ahead-policy.ts");
    const { withTrainedRun } = await import("../../run/training/trained-run.ts");
    return withTrainedRun(
      run,
      (experiment) => {
        const { trainer } = experiment;
        const ahead: SampleSource["ahead"] = (asked) => aheadPolicy(trainer, asked);
        return use({ ...experiment, world: experiment, policy: trainer.policy, ahead });
      },
      options,
    );
  }
  if (unscored) {
    const { world, ...opened } = await openPolicy(run, options);
    return use({ ...world, ...opened, world: null });
  }
  const { openWorld } = await import("../../world/open-world.ts");
  return withOpened(
    run,
    (config) => openWorld(config, run.folder),
    options,
    async (world, config) => {
      const { policy } = await policyOfRun(run, config, world, options);
      return use({ ...world, world, config, policy });
    },
  );
}
