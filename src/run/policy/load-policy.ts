/**
 * The trained policy of a run by itself: no update is compiled, no dataset read and nobody asked for a score. What it
 * builds was noted when the run began (`space.json`), so that neither the table nor the program that scored has to be
 * there, and a run from elsewhere needs no trust unless its environment is a module.
 */
import type { AskedCondition, Conditions } from "../../assessment/condition/conditions.ts";
import { drawUnscored } from "../../assessment/samples.ts";
import type { Environment } from "../../environment/environment.ts";
import { readConfig, type ExperimentConfig } from "../config/config.ts";
import { actingWorld, saysItsSpace, type ActingWorld } from "../../world/run-space.ts";
import { setupOf } from "../config/setup-of.ts";
import { WindageError } from "../../error.ts";
import { broken, isObject } from "../../file/json-document.ts";
import { policyToFill } from "../../training/policy/trained-policy.ts";
import type { Policy } from "../../training/method.ts";
import { loadArray } from "../checkpoint/checkpoint.ts";
import type { Run } from "../layout.ts";
import { findCondition } from "../training/find-condition.ts";
import { passedOver } from "../training/passed-over.ts";
import { goalOf, iterationOf } from "../training/run-goal.ts";
import { taskOf } from "../../world/task/registry.ts";
import { inLibrary, inWords } from "../../wording.ts";
import { requireTrust } from "../trust.ts";
import { readSpace } from "./space-file.ts";
import { withOpened, type OpenOptions } from "./with-opened.ts";

/** Objects that were drawn, and what was intended on the way to each. */
export interface DrawnObjects {
  readonly objects: readonly string[];
  readonly intended: readonly string[];
}

/** A policy that was trained, ready to act. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly environment: Environment;
  /** What it can be asked for, where it was trained under conditions. */
  readonly conditions?: Conditions;
  /** Iterations it was trained for. */
  readonly iteration: number;
  /** Fresh objects, under one condition where there are any; the same seed gives those of `windage sample`. */
  readonly sample: (count: number, seed?: number, asked?: AskedCondition) => Promise<DrawnObjects>;
}

/** A policy with what it acts in, and how its run was asked for. */
export interface OpenedPolicy {
  readonly config: ExperimentConfig;
  readonly world: ActingWorld;
  readonly policy: Policy;
  readonly iteration: number;
}

/** Opens no more than the policy of a run's newest whole checkpoint needs. */
export async function openPolicy(run: Run, options: OpenOptions = {}): Promise<OpenedPolicy> {
  const config = readConfig(run.id, run.record.config);
  const world = await actingWorldOf(run, config, options);
  return { config, world, ...(await policyOfRun(run, config, world, options)) };
}

/** Loads the policy of a run's newest whole checkpoint. */
export async function loadPolicy(run: Run, options: OpenOptions = {}): Promise<LoadedPolicy> {
  const { config, world, policy, iteration } = await openPolicy(run, options);
  const { environment, conditions } = world;
  return {
    policy,
    environment,
    ...(conditions ? { conditions } : {}),
    iteration,
    sample: async (count, seed = 0, asked = {}) => {
      const context = findCondition({ conditions, config }, asked, options.onWarning)?.context;
      const { objects, intended } = await drawUnscored(environment, policy, count, seed, { context });
      return { objects, intended };
    },
  };
}

/** The policy of a run's newest whole checkpoint in its environment. */
export async function policyOfRun(
  run: Run,
  config: ExperimentConfig,
  { environment, contexts }: Pick<ActingWorld, "environment" | "contexts">,
  { onPhase, onWarning }: Pick<OpenOptions, "onPhase" | "onWarning"> = {},
): Promise<{ readonly policy: Policy; readonly iteration: number }> {
  const { policy, size, fill } = policyToFill({
    ...setupOf(config, { environment }),
    ...(contexts ? { contexts } : {}),
  });
  const bytes = size * Float32Array.BYTES_PER_ELEMENT;
  const { data, meta, file, warnings } = await loadArray(run, "values", bytes, onPhase);
  const where = `${run.id}, checkpoint ${file}`;
  if (!(data instanceof Float32Array)) throw broken(where, "its array values is no list of float32");
  try {
    fill(data);
  } catch (cause) {
    // Whatever it is, it is the content of this file that cannot be used.
    throw broken(where, cause instanceof Error ? cause.message : String(cause), cause);
  }
  const iteration = iterationOf(meta);
  const { memory } = meta;
  const ended = isObject(memory) && memory["ended"] === true;
  const found = { ...(await goalOf(run, config)), iteration, ended, warnings };
  for (const warning of await passedOver(run, found)) onWarning?.(warning);
  return { policy, iteration };
}

/** What acts in a run; opened only where it was not noted, or a module has it. */
async function actingWorldOf(run: Run, config: ExperimentConfig, options: OpenOptions): Promise<ActingWorld> {
  const noted = await actingWorld(config, saysItsSpace(config) ? null : await readSpace(run));
  if (noted !== undefined) {
    if (options.trust) {
      const { say = inLibrary } = options;
      options.onWarning?.(`${say("trust")}: has no effect, because nothing outside of the run is opened.`);
    }
    return noted;
  }
  const task = taskOf(config);
  if (task.bringsEnvironment === true) {
    const unneeded = await requireTrust(run, { trust: options.trust === true });
    if (unneeded !== undefined) options.onWarning?.(inWords(unneeded, options.say ?? inLibrary));
    return task.open(config, []);
  }
  const { openWorld } = await import("../../world/open-world.ts");
  try {
    return await withOpened(
      run,
      (known) => openWorld(known, run.folder),
      options,
      async (world) => world,
    );
  } catch (cause) {
    if (!(cause instanceof WindageError) || cause.code === "run/untrusted") throw cause;
    throw cause.retold(
      (message) =>
        `${message}\n${run.id} was made by a version that did not note what is built, so that this is needed for its policy too.`,
    );
  }
}
