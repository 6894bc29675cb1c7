/** The probability that a policy builds given sequences, one by one: exact where one way leads to each. */
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { Context } from "../../landscape/context.ts";
import { onPolicy } from "../../sampling/behaviour.ts";
import { samplingStreams } from "../../sampling/fresh-trajectories.ts";
import type { PolicyEvaluator } from "../../sampling/policy-evaluator.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { RollOut } from "../../sampling/roll-out.ts";
import type { Policy } from "../../training/method.ts";
import { logOfWay } from "../samples.ts";

const rows = 256;

/** The log probability of given sequences under a policy and the noise, under one condition where there are any. */
export async function logLawOf(
  environment: Environment,
  policy: Policy,
  objects: readonly string[],
  context?: Context,
): Promise<Float64Array> {
  const sequences = asSequences(environment);
  if (sequences === null || environment.memory || policy.observes || policy.reads.includes("thoughts")) {
    throw new WindageError(
      "assessment/many-ways",
      `logLawOf: got ${environment.name}, where an object can be built in many ways, expected sequences without memory, and a policy that reads what was built.`,
    );
  }
  const { alphabet, maxLength } = sequences;
  const written = objects.map((object) => alphabet.encode(object));
  const program = await (policy.compileActing?.(rows) ?? policy.compile(rows));
  const logits: Float32Array[] = [];
  const evaluate: PolicyEvaluator = async (states) => {
    const answer = await program.evaluate(states);
    logits.push(answer.slice());
    return answer;
  };
  const law = new Float64Array(objects.length);
  try {
    // What happens is given, so that no draw matters.
    const roll = new RollOut(environment, rows, samplingStreams(0), program.reads);
    const batch = TrajectoryBatch.for(environment, rows, program.reads);
    const contexts = context === undefined ? undefined : Array.from({ length: rows }, () => context);
    for (let from = 0; from < objects.length; from += rows) {
      logits.length = 0;
      await roll.run(evaluate, onPolicy, batch, 0, contexts, (b, step) => {
        // The last batch is filled up with the last sequence.
        const letters = written[Math.min(from + b, objects.length - 1)]!;
        return letters[step] ?? (letters.length < maxLength ? alphabet.size : undefined);
      });
      const count = Math.min(rows, objects.length - from);
      for (let b = 0; b < count; b++) law[from + b] = logOfWay(batch, logits, b);
    }
  } finally {
    await program.dispose();
  }
  return law;
}
