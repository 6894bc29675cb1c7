/** Fresh samples from a policy with all that can be told of them, at temperature 1 and without exploration, in the noisy environment. */
import { asSequences } from "../environment/index.ts";
import type { Environment } from "../environment/index.ts";
import { freshTrajectories, samplingKey } from "../sampling/index.ts";
import type { PolicyEvaluator, TrajectoryBatch } from "../sampling/index.ts";
import type { Policy } from "../training/index.ts";
import type { World } from "./world.ts";

export interface Samples {
  /** What was really built. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  /** log P(x), exactly; null where an object can be built in several ways and one trajectory does not tell. */
  readonly logLaw: Float64Array | null;
  /** States on the way to some of the objects, terminal ones left out. */
  readonly visited: readonly unknown[];
}

/** Samples of a policy, which is known to have wanted something. */
export interface PolicySamples extends Samples {
  /** What was intended, step by step: letters for sequences, else the numbers of the actions. */
  readonly intended: readonly string[];
}

const rows = 256;

/** Some samples that were drawn together, not yet scored. */
interface SampleBatch {
  readonly objects: readonly string[];
  readonly intended: readonly string[];
  readonly logLaw: Float64Array | null;
  readonly batch: TrajectoryBatch;
}

/** Samples of a policy without end, `rows` at a time; the same seed and parameters give the same ones. */
async function* sampleBatches(
  environment: Environment,
  policy: Policy,
  seed: number,
): AsyncGenerator<SampleBatch, void> {
  const program = await policy.compile(rows);
  const logits: Float32Array[] = [];
  const evaluate: PolicyEvaluator = async (...asked) => {
    const answer = await program.evaluate(...asked);
    logits.push(answer.slice());
    return answer;
  };
  const sequences = asSequences(environment);
  // A process that remembers intentions may build one object in many ways.
  const exact = sequences !== null && !environment.memory;
  try {
    for await (const batch of freshTrajectories(environment, evaluate, { rows, from: samplingKey(seed) })) {
      const intended = Array.from({ length: rows }, (_, b) => {
        const actions = Array.from({ length: batch.lengths[b]! }, (_, t) => batch.thought[t * rows + b]!);
        // The stop action has no letter.
        return sequences
          ? actions.map((action) => sequences.alphabet.symbols[action] ?? "").join("")
          : actions.join(" ");
      });
      const logLaw = exact ? Float64Array.from(intended, (_, b) => logProbability(batch, logits, b)) : null;
      logits.length = 0;
      yield { objects: batch.objects, intended, logLaw, batch };
    }
  } finally {
    await program.dispose();
  }
}

/** Draws `count` samples of a policy; the same seed and parameters give the same ones. */
export async function drawSamples(
  { environment, landscape }: Pick<World, "environment" | "landscape">,
  policy: Policy,
  count: number,
  seed: number,
): Promise<PolicySamples> {
  const objects: string[] = [];
  const intended: string[] = [];
  const laws: number[] = [];
  let exact = true;
  let visited: readonly unknown[] = [];
  for await (const drawn of sampleBatches(environment, policy, seed)) {
    for (let b = 0; b < rows && objects.length < count; b++) {
      objects.push(drawn.objects[b]!);
      intended.push(drawn.intended[b]!);
      if (drawn.logLaw) laws.push(drawn.logLaw[b]!);
    }
    exact = drawn.logLaw !== null;
    if (objects.length < count) continue;
    visited = visitedStates(environment, drawn.batch);
    break;
  }
  const logLaw = exact ? Float64Array.from(laws) : null;
  return { objects, intended, scores: await landscape.score(objects), logLaw, visited };
}

/** A sample with its score. */
export interface ScoredSample {
  readonly sequence: string;
  /** What was intended, step by step. */
  readonly intended: string;
  readonly score: number;
}

/** So many are scored at a time. */
const scoredTogether = 16 * rows;

/** The same samples as `drawSamples` gives, some thousand at a time, so that there may be more than memory holds. */
export async function* streamSamples(
  { environment, landscape }: Pick<World, "environment" | "landscape">,
  policy: Policy,
  count: number,
  seed: number,
): AsyncGenerator<readonly ScoredSample[], void> {
  let left = count;
  let objects: string[] = [];
  let intended: string[] = [];
  for await (const drawn of sampleBatches(environment, policy, seed)) {
    const used = Math.min(left, rows);
    objects.push(...drawn.objects.slice(0, used));
    intended.push(...drawn.intended.slice(0, used));
    left -= used;
    if (objects.length < scoredTogether && left > 0) continue;
    const scores = await landscape.score(objects);
    yield objects.map((sequence, i) => ({ sequence, intended: intended[i]!, score: scores[i]! }));
    if (left === 0) return;
    [objects, intended] = [[], []];
  }
}

/** log Π_t Σ_a π(a|s_t) P(c_t|s_t, a) of one trajectory, which for sequences is the only way to its object. */
function logProbability(batch: TrajectoryBatch, logits: readonly Float32Array[], b: number): number {
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

/** The states of a batch that were not terminal. */
function visitedStates(
  environment: Environment,
  { shape, real, thought, lengths }: TrajectoryBatch,
): unknown[] {
  const visited: unknown[] = [];
  for (let b = 0; b < shape.size; b++) {
    let state = environment.initial;
    for (let t = 0; t < lengths[b]!; t++) {
      visited.push(state);
      state = environment.next(state, real[t * shape.size + b]!, thought[t * shape.size + b]);
    }
  }
  return visited;
}
