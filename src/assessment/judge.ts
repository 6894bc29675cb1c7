/**
 * Judges one method in its world, again and again while it learns: exactly where that is possible, by samples elsewhere,
 * and under one condition after another where there are any. A world without conditions is one case; figures over several
 * are their means, and each is reported by itself too.
 */
import { WindageError } from "../error.ts";
import { checkContext } from "../environment/context.ts";
import type { Distance, ExactEvaluation } from "../evaluation/law/evaluate-exact.ts";
import type { Context } from "../landscape/context.ts";
import { Trainer } from "../training/trainer.ts";
import type { Method } from "../training/method.ts";
import { meanEvaluation, meanOf } from "./condition/mean-report.ts";
import { worldAt } from "./condition/world-at.ts";
import type { NamedCondition } from "./condition/conditions.ts";
import { Evaluator } from "./evaluator.ts";
import { openLaws } from "./law/laws.ts";
import type { Laws } from "./law/laws.ts";
import { ModeFinder } from "./modes/mode-finder.ts";
import { modeSet } from "./modes/mode-set.ts";
import type { ModeSet } from "./modes/mode-set.ts";
import type { StepsOptions } from "./take-steps.ts";
import { openTruth, type Truth } from "./truth/truth.ts";
import type { World } from "./world.ts";

/** What a method is judged in: the world under one condition, if there are any, and what is known of it exactly. */
export interface Case {
  readonly condition: NamedCondition | undefined;
  readonly world: World;
  readonly laws: Laws | null;
  readonly evaluator: Evaluator | null;
  /** What is known exactly where nothing can be listed. */
  readonly truth: Truth | null;
}

/** An exact evaluation, and the total variation under each condition by name. */
export interface Evaluation extends ExactEvaluation {
  readonly tvByCondition?: Readonly<Record<string, number>>;
}

/** A distance to the target, and the total variation under each condition by name. */
export interface JudgedDistance extends Distance {
  readonly tvByCondition?: Readonly<Record<string, number>>;
}

/** What to judge under, who is told how it goes, and who may end it. */
export interface JudgeOptions extends StepsOptions {
  /** Conditions to judge under, instead of those that the world lists. */
  readonly conditions?: readonly NamedCondition[] | undefined;
}

/** Judges a method in its world as often as wanted: what is known of the world is worked out once. */
export class Judge {
  readonly method: Method;
  readonly cases: readonly Case[];

  private constructor(method: Method, cases: readonly Case[]) {
    this.method = method;
    this.cases = cases;
  }

  /** Learns all there is to know of the world beforehand, which may take a while. */
  static async of(world: World, method: Method, options: JudgeOptions = {}): Promise<Judge> {
    const cases: Case[] = [];
    for (const condition of conditionsOf(world, options)) {
      const fixed = condition === undefined ? world : worldAt(world, condition.context);
      const [first] = cases;
      const laws = await openLaws(fixed, options, first?.laws);
      const { policy } = method;
      const context = condition?.context;
      const evaluator =
        laws === null || policy === null
          ? null
          : context !== undefined && first?.evaluator
            ? await first.evaluator.under(laws, policy, options, context)
            : await Evaluator.of(laws, policy, options, context);
      const truth = laws === null ? openTruth(fixed) : null;
      cases.push({ condition, world: fixed, laws, evaluator, truth });
    }
    return new Judge(method, cases);
  }

  /** Whether laws are exact here. */
  get exact(): boolean {
    return this.cases.every(({ evaluator }) => evaluator !== null);
  }

  /** Says which modes have been found; null where they are not known, or differ from condition to condition. */
  modes(): ModeFinder | null {
    const [first] = this.cases;
    if (first === undefined || first.condition !== undefined) return null;
    return modeFinder(first);
  }

  /** How far the law is from its target under the parameters as they are now; null where that is not known exactly. */
  async distance(): Promise<JudgedDistance | null> {
    const found: Distance[] = [];
    for (const { evaluator } of this.cases) {
      if (evaluator === null) return null;
      found.push(await evaluator.distance());
    }
    if (this.cases[0]?.condition === undefined) return found[0]!;
    return { ...meanOf(found), tvByCondition: this.#byCondition(found.map(({ tv }) => tv)) };
  }

  /** The exact figures under the parameters as they are now; null where there are none. */
  async evaluate(learnedLogZ?: number): Promise<Evaluation | null> {
    const found: ExactEvaluation[] = [];
    for (const { evaluator, condition } of this.cases) {
      if (evaluator === null) return null;
      // What a batch says of log Z is a mean over its conditions, which is none of them.
      found.push(await evaluator.evaluate(condition === undefined ? learnedLogZ : undefined));
    }
    if (this.cases[0]?.condition === undefined) return found[0]!;
    return { ...meanEvaluation(found), tvByCondition: this.#byCondition(found.map(({ exact }) => exact.tv)) };
  }

  #byCondition(figures: readonly number[]): Readonly<Record<string, number>> {
    return Object.fromEntries(this.cases.map(({ condition }, i) => [condition!.name, figures[i]!]));
  }

  /** Ends what was compiled. */
  async dispose(): Promise<void> {
    // The others share what the first one has.
    await this.cases[0]?.evaluator?.dispose();
  }
}

/** What counts as a mode in cases that were looked at: a report asks again for what training has counted. */
const knownModes = new WeakMap<Case, ModeSet | null>();

/** Finds modes in one case; null where it is not known what they are. */
export function modeFinder(one: Case): ModeFinder | null {
  const { world, laws } = one;
  const modes = knownModes.get(one) ?? world.modes ?? (laws && modeSet(world, laws));
  knownModes.set(one, modes);
  return modes && new ModeFinder(modes);
}

function conditionsOf(
  { environment, conditions: known }: World,
  { conditions = known?.listed ?? [] }: JudgeOptions,
): readonly (NamedCondition | undefined)[] {
  if (!environment.context) {
    const [given] = conditions;
    if (given) checkContext(environment, given.context);
    return [undefined];
  }
  if (conditions.length > 0) return conditions;
  throw new WindageError(
    "assessment/needs-condition",
    `${environment.name}: takes a condition (${environment.context.kind}), but nothing says which ones to judge it under; pass { context }, or conditions by name.`,
  );
}

/** Conditions of a trainer that stand for all it was trained on. */
export function examplesOf(method: Method): readonly Context[] {
  return method instanceof Trainer ? (method.options.contexts?.examples ?? []) : [];
}
