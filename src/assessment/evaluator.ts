/**
 * The exact evaluation of one policy that may change between questions: its law, against the target and the limits, under
 * one condition where it takes any.
 */
import { atContext } from "../environment/context.ts";
import { distanceTo, evaluateExact, targetOf } from "../evaluation/law/evaluate-exact.ts";
import type { Distance, ExactEvaluation, Target } from "../evaluation/law/evaluate-exact.ts";
import { PolicyTable } from "../training/policy/policy-table.ts";
import type { Policy } from "../training/method.ts";
import { fewHistories, historyLaws } from "./law/history-laws.ts";
import type { Context } from "../landscape/context.ts";
import { openLaws } from "./law/laws.ts";
import type { Laws } from "./law/laws.ts";
import type { StepsOptions } from "./take-steps.ts";
import type { World } from "./world.ts";

/** What a policy is asked about: the states of `laws`, or those with every history. */
type Asked = Pick<Laws, "states" | "lawOf">;

/** Every object there is and its score come from `laws`. */
export class Evaluator {
  readonly laws: Laws;
  readonly #asked: Asked;
  readonly #table: PolicyTable;
  readonly #target: Target;

  private constructor(laws: Laws, asked: Asked, table: PolicyTable) {
    this.laws = laws;
    this.#asked = asked;
    this.#table = table;
    this.#target = targetOf(laws.logReward);
  }

  /** Makes a policy ready to be evaluated again and again; null where it reads intentions and there are too many. */
  static async of(
    laws: Laws,
    policy: Policy,
    options: StepsOptions = {},
    context?: Context,
  ): Promise<Evaluator | null> {
    const asked = await askedOf(laws, policy, options, context);
    return asked && new Evaluator(laws, asked, await PolicyTable.compile(policy, asked.states, context));
  }

  /** The same policy under another condition; it shares what was compiled, and ends with the first. */
  async under(
    laws: Laws,
    policy: Policy,
    options: StepsOptions,
    context: Context,
  ): Promise<Evaluator | null> {
    const asked = await askedOf(laws, policy, options, context);
    return asked && new Evaluator(laws, asked, this.#table.under(asked.states, context));
  }

  /** The policy at every state it is asked about, [states, actions], under the parameters as they are now. */
  policy(): Promise<Float64Array> {
    return this.#table.probabilities();
  }

  /** The probability of every object under the parameters as they are now. */
  async law(): Promise<Float64Array> {
    return this.#asked.lawOf(await this.policy());
  }

  /** How far the law is from the target under the parameters as they are now; quicker than `evaluate`. */
  async distance(): Promise<Distance> {
    return distanceTo(this.#target, await this.law(), this.laws.limit);
  }

  /** The report under the parameters as they are now. */
  async evaluate(learnedLogZ?: number): Promise<ExactEvaluation> {
    return evaluateExact({
      ...this.laws,
      target: this.#target,
      law: await this.law(),
      ...(learnedLogZ === undefined ? {} : { learnedLogZ }),
    });
  }

  dispose(): Promise<void> {
    return this.#table.dispose();
  }
}

/** What a policy is asked about in a world; null where it reads intentions and there are too many histories. */
async function askedOf(
  laws: Laws,
  { environment, reads }: Policy,
  options: StepsOptions,
  context: Context | undefined,
): Promise<Asked | null> {
  if (!reads.includes("thoughts")) return laws;
  const fixed = context === undefined ? environment : atContext(environment, context);
  return historyLaws(fixed, laws.objects, options);
}

/** Evaluates one policy exactly again and again while it learns; null where only estimates are possible. */
export async function createEvaluator(
  world: World,
  policy: Policy,
  options: StepsOptions = {},
): Promise<Evaluator | null> {
  // Limits can take long, and are for nothing where the policy cannot be asked about every history.
  if (policy.reads.includes("thoughts") && !fewHistories(policy.environment)) return null;
  const laws = await openLaws(world, options);
  return laws === null ? null : Evaluator.of(laws, policy, options);
}
