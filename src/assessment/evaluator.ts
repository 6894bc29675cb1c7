/** The exact evaluation of one policy that may change between questions: its law, against the target and the limits. */
import { evaluateExact } from "../evaluation/index.ts";
import type { ExactEvaluation } from "../evaluation/index.ts";
import type { CompiledPolicy, PolicyCompiler } from "../training/index.ts";
import { openLaws } from "./laws.ts";
import type { Laws } from "./laws.ts";
import type { World } from "./world.ts";

/** Every object there is and its score come from `laws`. */
export class Evaluator {
  readonly laws: Laws;
  readonly #policy: CompiledPolicy;

  constructor(laws: Laws, policy: CompiledPolicy) {
    this.laws = laws;
    this.#policy = policy;
  }

  /** The probability of every object under the parameters as they are now. */
  async law(): Promise<Float64Array> {
    return this.laws.lawOf(await this.#policy.probabilities());
  }

  /** The report under the parameters as they are now. */
  async evaluate(learnedLogZ?: number): Promise<ExactEvaluation> {
    return evaluateExact({
      ...this.laws,
      law: await this.law(),
      ...(learnedLogZ === undefined ? {} : { learnedLogZ }),
    });
  }

  dispose(): Promise<void> {
    return this.#policy.dispose();
  }
}

/** An evaluator, or null where only estimates are possible. */
export async function createEvaluator(
  world: World,
  compilePolicy: PolicyCompiler,
): Promise<Evaluator | null> {
  const laws = await openLaws(world);
  return laws === null ? null : new Evaluator(laws, await compilePolicy(laws.states));
}
