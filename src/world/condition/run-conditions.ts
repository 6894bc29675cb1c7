/**
 * The conditions that a configuration asks for: which table, how sharp, or both. One description gives the kind of
 * condition, what is drawn in training, what reports are about, and how a user names one.
 */
import type { AskedCondition, Conditions, NamedCondition } from "../../assessment/condition/conditions.ts";
import { WindageError } from "../../error.ts";
import { categoryOf } from "../../landscape/context.ts";
import type { Bounds, Context, ContextSpec } from "../../landscape/context.ts";
import { suggestion } from "../../suggest.ts";
import { categoriesWith, edgedVectors, uniformCategories } from "../../training/setup/contexts.ts";
import type { ContextSource } from "../../training/setup/contexts.ts";

/** What makes a world one with conditions. */
export interface RunConditions {
  readonly spec: ContextSpec;
  readonly source: ContextSource;
  readonly conditions: Conditions;
  /** Where in the condition the exponent stands, if it does. */
  readonly exponentAt?: number;
}

/** The tables by name in the order of their numbers, and the range of exponents; each may be missing, not both. */
export interface Choices {
  readonly tables: readonly string[] | null;
  readonly betas: Bounds | null;
}

/** The conditions of tables, of a range of exponents, or of both; null where there are neither. */
export function runConditions(choices: Choices): RunConditions | null {
  const parts = partsOf(choices);
  if (parts === null) return null;
  const conditions: Conditions = {
    listed: parts.source.examples.map((context) => nameOf(choices, context)),
    find: (asked) => find(choices, asked),
    select: ({ conditions: names = choices.tables ?? [undefined], betas = examplesOf(choices) }) =>
      names.flatMap((condition) => betas.map((beta) => find(choices, { condition, beta }))),
    noteOn: ({ context }) => noteOn(choices, context),
  };
  return { ...parts, conditions };
}

/** Exponents that stand for all. */
function examplesOf({ betas }: Choices): readonly (number | undefined)[] {
  return betas === null ? [undefined] : edgedVectors([betas]).examples.map((context) => betaOf(context));
}

function partsOf({ tables, betas }: Choices): Omit<RunConditions, "conditions"> | null {
  if (betas === null) {
    return (
      tables && {
        spec: { kind: "category", count: tables.length },
        source: uniformCategories(tables.length),
      }
    );
  }
  const numbers = { size: 1, bounds: [betas] };
  // Sharp targets take more sequences to learn than flat ones.
  const edged = edgedVectors(numbers.bounds, 0.5);
  if (tables === null) {
    return {
      spec: { kind: "vector", ...numbers },
      // A score is the same whatever power it is raised to, so one sequence teaches about all exponents.
      source: { ...edged, again: (_, generator) => edged.draw(generator) },
      exponentAt: 0,
    };
  }
  const count = tables.length;
  return {
    spec: { kind: "category+vector", count, ...numbers },
    source: {
      ...categoriesWith(count, edged),
      again: (context, generator) => [categoryOf(context)!, edged.draw(generator)].flat(),
    },
    exponentAt: 1,
  };
}

/** What people call a condition: `PAX4`, `β = 3`, or `PAX4, β = 3`. */
function nameOf({ tables, betas }: Choices, context: Context): NamedCondition {
  const table = tables?.[categoryOf(context)!];
  const beta = betas === null ? undefined : `β = ${Number(betaOf(context).toPrecision(6))}`;
  return { name: [table, beta].filter((part) => part !== undefined).join(", "), context };
}

/** The exponent is the last number of a condition that has one. */
function betaOf(context: Context): number {
  return typeof context === "number" ? context : context.at(-1)!;
}

function find(choices: Choices, { condition, beta }: AskedCondition): NamedCondition {
  const { tables, betas } = choices;
  const numbers = betas === null ? noBeta(beta) : [requireBeta(betas, beta)];
  const table = tables === null ? noTable(condition) : requireTable(tables, condition);
  if (table === undefined) return nameOf(choices, numbers);
  return nameOf(choices, numbers.length === 0 ? table : [table, ...numbers]);
}

function requireTable(tables: readonly string[], name: string | undefined): number {
  if (name !== undefined && tables.includes(name)) return tables.indexOf(name);
  throw new WindageError("run/unknown-condition", (say) =>
    name === undefined
      ? `${say("condition")}: got none, but the run serves several tables, expected one of ${tables.join(", ")}; add ${say("condition", tables[0])}.`
      : `${say("condition")}: got "${name}", which the run was not trained on; ${suggestion(name, tables)}`,
  );
}

function noTable(name: string | undefined): undefined {
  if (name === undefined) return;
  throw new WindageError(
    "run/unknown-condition",
    (say) => `${say("condition")}: got "${name}", but the run was trained on one landscape; leave it out.`,
  );
}

function requireBeta([low, high]: Bounds, beta: number | undefined): number {
  if (beta !== undefined) return beta;
  throw new WindageError(
    "run/unknown-condition",
    (say) =>
      `${say("reward.exponent")}: got none, but the run serves exponents from ${low} to ${high}, expected one of them; add ${say("reward.exponent", high)}.`,
  );
}

function noBeta(beta: number | undefined): number[] {
  if (beta === undefined) return [];
  throw new WindageError(
    "run/unknown-condition",
    (say) =>
      `${say("reward.exponent")}: got ${beta}, but the run was trained for one exponent; leave it out, or train with ${say("contexts.exponents")}.`,
  );
}

/** Exponents past the ends of the range were never trained on. */
function noteOn({ betas }: Choices, context: Context): string | undefined {
  if (betas === null) return undefined;
  const beta = betaOf(context);
  if (beta >= betas[0] && beta <= betas[1]) return undefined;
  return `exponent ${beta} is outside of ${betas[0]} to ${betas[1]}, which is what the run was trained on; how it acts there is a guess`;
}
