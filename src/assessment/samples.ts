/** Fresh samples from a policy with all that can be told of them, at temperature 1 and without exploration, in the noisy environment. */
import { asSequences } from "../environment/sequence/as-sequences.ts";
import { requireContext } from "../environment/context.ts";
import type { Environment } from "../environment/environment.ts";
import type { Context } from "../landscape/context.ts";
import { freshTrajectories, samplingStreams } from "../sampling/fresh-trajectories.ts";
import type { PolicyEvaluator } from "../sampling/policy-evaluator.ts";
import type { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import type { Policy } from "../training/method.ts";
import { requireSeen } from "./beginning.ts";
import type { World } from "./world.ts";

export interface Samples {
  /** What was really built. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  /** log P(x), exactly; null where an object can be built in several ways and one trajectory does not tell. */
  readonly logLaw: Float64Array | null;
  /**
   * log Π_t Σ_a π(a|s_t,h_t) P(c_t|s_t,h_t,a) along the way that was taken, of sequences: log P(x) itself where one way
   * leads to an object. R over it has the mean Z in any case, because the intentions are weighed by their posterior, so
   * that the mean of its logarithm is a lower bound on log Z; null for other objects.
   */
  readonly logWay: Float64Array | null;
  /** States on the way to some of the objects, terminal ones left out. */
  readonly visited: readonly Visited[];
}

/** A state that was passed through, and what was intended on the way to it. */
export interface Visited {
  readonly state: unknown;
  readonly intentions: readonly number[];
}

/** Samples of a policy, which is known to have wanted something. */
export interface PolicySamples extends Samples {
  /** What was intended, step by step: letters for sequences (a dot where the letter was given), else the numbers of the actions. */
  readonly intended: readonly string[];
}

const rows = 256;
/** Trajectories whose states are kept: enough to judge the noise model by, and few enough for long sequences. */
const followed = 64;
/** Stands for the intention behind a letter that was given. */
const given = ".";

/** What samples begin with, and which of several sets they are. */
export interface DrawOptions {
  /** The condition of all of them, where the environment takes one; the world is the one under it. */
  readonly context?: Context | undefined;
  /** Outcomes that all of them begin with, as `readBeginning` gives them. */
  readonly beginning?: readonly number[] | undefined;
  /** Which of several sets under one seed this is, from 0 on: sets that are put together have to be independent. */
  readonly part?: number | undefined;
  /** Hears how many there are by now, again and again. */
  readonly onDrawn?: ((drawn: number) => void) | undefined;
}

/**
 * Draws `count` samples of a policy with what was intended and log P(x); the same seed and parameters give the same
 * ones.
 */
export async function drawSamples(
  { environment, landscape }: Pick<World, "environment" | "landscape">,
  policy: Policy,
  count: number,
  seed: number,
  options: DrawOptions = {},
): Promise<PolicySamples> {
  const drawn = await drawUnscored(environment, policy, count, seed, options);
  return { ...drawn, scores: await landscape.score(drawn.objects) };
}

/** The same without asking what they score. */
export async function drawUnscored(
  environment: Environment,
  policy: Policy,
  count: number,
  seed: number,
  { context, beginning = [], part = 0, onDrawn }: DrawOptions = {},
): Promise<Omit<PolicySamples, "scores">> {
  requireContext(environment, context);
  if (beginning.length > 0) requireSeen(policy);
  const program = await (policy.compileActing?.(rows) ?? policy.compile(rows));
  const logits: Float32Array[] = [];
  const evaluate: PolicyEvaluator = async (states) => {
    const answer = await program.evaluate(states);
    logits.push(answer.slice());
    return answer;
  };
  const sequences = asSequences(environment);
  const objects: string[] = [];
  const intended: string[] = [];
  // Where a process or a policy remembers intentions, one object can be built in many ways.
  const remembers = environment.memory || policy.reads.includes("thoughts") || policy.observes;
  const logWay = sequences ? new Float64Array(count) : null;
  let visited: readonly Visited[] = [];
  try {
    const asked = { reads: program.reads, evaluate };
    const fresh = {
      rows,
      streams: samplingStreams(seed, part),
      ...(context === undefined ? {} : { context }),
      given: beginning,
    };
    for await (const batch of freshTrajectories(environment, asked, fresh)) {
      for (let b = 0; b < rows && objects.length < count; b++) {
        if (logWay) logWay[objects.length] = logOfWay(batch, logits, b);
        objects.push(batch.objects[b]!);
        const actions = Array.from({ length: batch.lengths[b]! }, (_, t) => batch.thought[t * rows + b]!);
        // The stop action has no letter.
        intended.push(
          sequences
            ? actions
                .map((action, t) =>
                  t < beginning.length ? given : (sequences.alphabet.symbols[action] ?? ""),
                )
                .join("")
            : actions.join(" "),
        );
      }
      logits.length = 0;
      onDrawn?.(objects.length);
      if (objects.length < count) continue;
      visited = visitedStates(environment, batch);
      break;
    }
  } finally {
    await program.dispose();
  }
  return { objects, intended, logLaw: remembers ? null : logWay, logWay, visited };
}

/** log Π_t Σ_a π(a|s_t) P(c_t|s_t, a) of one trajectory; which for sequences without memory is the only way to its object. */
export function logOfWay(batch: TrajectoryBatch, logits: readonly Float32Array[], b: number): number {
  const { size, actionCount } = batch.shape;
  let sum = 0;
  for (let t = 0; t < batch.lengths[b]!; t++) {
    const step = logits[t]!;
    const row = (t * size + b) * actionCount;
    let largest = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < actionCount; a++) {
      if (batch.legal[row + a] === 1) largest = Math.max(largest, step[b * actionCount + a]!);
    }
    let total = 0;
    let hit = 0;
    for (let a = 0; a < actionCount; a++) {
      if (batch.legal[row + a] !== 1) continue;
      const weight = Math.exp(step[b * actionCount + a]! - largest);
      total += weight;
      hit += weight * Math.exp(batch.logKernel[row + a]!);
    }
    sum += Math.log(hit / total);
  }
  return sum;
}

/** The states on the first few trajectories of a batch that were not terminal. */
function visitedStates(
  environment: Environment,
  { shape, real, thought, lengths }: TrajectoryBatch,
): Visited[] {
  const visited: Visited[] = [];
  for (let b = 0; b < followed; b++) {
    let state = environment.initial;
    const intended: number[] = [];
    for (let t = 0; t < lengths[b]!; t++) {
      visited.push({ state, intentions: intended.slice() });
      const action = thought[t * shape.size + b]!;
      state = environment.next(state, real[t * shape.size + b]!, action);
      intended.push(action);
    }
  }
  return visited;
}
