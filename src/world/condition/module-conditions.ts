/**
 * The conditions of a user's module: `contexts` says what is drawn in training, `conditions` gives names to those that
 * reports are about and that `--condition` takes. A condition without a name is written as JSON, such as '[0.5,1]'.
 */
import { nameContext } from "../../assessment/condition/conditions.ts";
import type { Conditions, NamedCondition } from "../../assessment/condition/conditions.ts";
import { checkContext, outOfBounds } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import type { Context } from "../../landscape/context.ts";
import { suggestion } from "../../suggest.ts";
import { listedContexts, uniformCategories } from "../../training/setup/contexts.ts";
import type { ContextSource } from "../../training/setup/contexts.ts";
import type { Wording } from "../../wording.ts";
import { blaming } from "../module/guard-module.ts";
import { describeExport, wrongModule } from "../module/import-module.ts";

/** Those of a module whose environment takes a condition. */
export function moduleConditions(
  path: string,
  environment: Environment,
  exported: Readonly<Record<string, unknown>>,
): { readonly contexts: ContextSource; readonly conditions: Conditions } {
  const named = readNamed(path, environment, exported["conditions"]);
  const contexts = readSource(path, environment, exported["contexts"], named);
  const listed = named.length > 0 ? named : contexts.examples.map((context) => nameContext(context));
  const find: Conditions["find"] = ({ condition, beta }) => {
    if (beta !== undefined) {
      throw refuse(
        (say) =>
          `${say("reward.exponent")}: got ${beta} for a module, whose conditions are its own; use ${say("condition")}.`,
      );
    }
    return findNamed(environment, listed, condition);
  };
  return {
    contexts,
    conditions: {
      listed,
      find,
      select: ({ conditions = listed.map(({ name }) => name), betas }) =>
        conditions.map((condition) => find({ condition, beta: betas?.[0] })),
      noteOn: ({ name, context }) => {
        const far = outOfBounds(environment, context);
        return far && `condition ${name}: ${outside(far)}; how the sampler acts there is a guess`;
      },
    },
  };
}

/** Refuses conditions beside an environment that takes none, which would be passed over without a word. */
export function requireTakenConditions(
  path: string,
  environment: object,
  exported: Readonly<Record<string, unknown>>,
): void {
  if ("context" in environment && environment.context !== undefined) return;
  const idle = ["contexts", "conditions"].filter((field) => exported[field] !== undefined);
  if (idle.length === 0) return;
  throw new WindageError(
    "run/wrong-module",
    `${path}: got ${idle.map((field) => `"${field}"`).join(" and ")} beside an environment that takes no condition, expected one that does; give it one with withContext, or leave ${idle.length === 1 ? "it" : "them"} out.`,
  );
}

/** Conditions that a module names or gives as examples. */
export function declaredConditions({
  conditions,
  contexts,
}: Readonly<Record<string, unknown>>): readonly Context[] {
  const named: readonly unknown[] = isRecord(conditions) ? Object.values(conditions) : [];
  const { examples } = (isRecord(contexts) ? contexts : {}) as { readonly examples?: unknown };
  return [...named, ...(Array.isArray(examples) ? (examples as readonly unknown[]) : [])].filter(isContext);
}

function findNamed(
  environment: Environment,
  listed: readonly NamedCondition[],
  name: string | undefined,
): NamedCondition {
  const names = listed.map((one) => one.name);
  if (name === undefined) {
    throw refuse(
      (say) =>
        `${say("condition")}: got none, but the module takes one, expected ${names.join(", ")}, or one as JSON; add ${say("condition", names[0] ?? "0")}.`,
    );
  }
  const known = listed.find((one) => one.name === name);
  if (known !== undefined) return known;
  const context = contextFrom(name);
  if (context === undefined)
    throw refuse(
      (say) =>
        `${say("condition")}: got "${name}", which the module does not name; ${suggestion(name, names)}`,
    );
  checkContext(environment, context);
  return { name, context };
}

/** A number or a list of numbers, as JSON. */
function contextFrom(text: string): Context | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isContext(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContext(value: unknown): value is Context {
  return (
    typeof value === "number" || (Array.isArray(value) && value.every((item) => typeof item === "number"))
  );
}

function readNamed(path: string, environment: Environment, value: unknown): readonly NamedCondition[] {
  if (value === undefined) return [];
  if (!isRecord(value))
    throw wrongModule(
      path,
      `"conditions" to be an object of names and conditions; got ${describeExport(value)}`,
    );
  return Object.entries(value).map(([name, context]) => {
    if (!isContext(context)) {
      throw wrongModule(
        path,
        `the condition ${JSON.stringify(name)} to be a number or a list of numbers; got ${describeExport(context)}`,
      );
    }
    checkContext(environment, context);
    // Read as a polynomial between the bounds, a number far beyond them would drown all others.
    const far = outOfBounds(environment, context);
    if (far)
      throw new WindageError(
        "run/wrong-module",
        `${path}: got the condition ${JSON.stringify(name)}, where ${outside(far)}, expected numbers within the bounds of withContext; change either.`,
      );
    return { name, context };
  });
}

function outside({ value, bounds: [low, high] }: NonNullable<ReturnType<typeof outOfBounds>>): string {
  return `${value} is outside of ${low} to ${high}`;
}

/** What is drawn in training: what the module says, every category alike, or one of those with a name. */
function readSource(
  path: string,
  { name, context }: Environment,
  value: unknown,
  named: readonly NamedCondition[],
): ContextSource {
  if (value === undefined) {
    if (context?.kind === "category") return uniformCategories(context.count);
    if (named.length > 0) return listedContexts(named.map((one) => one.context));
    throw wrongModule(
      path,
      `"contexts" in it, because ${name} takes a condition (${context!.kind}), such as uniformVectors([[0, 1]]) of windage/training; got none`,
    );
  }
  const source = value as Partial<ContextSource>;
  if (!isRecord(value) || typeof source.draw !== "function") {
    throw wrongModule(path, `"contexts" to have a method draw; got ${describeExport(value)}`);
  }
  return {
    name: source.name ?? "as the module says",
    examples: source.examples ?? [],
    draw: (generator) => blaming(path, "contexts.draw", () => source.draw!(generator)),
  };
}

function refuse(message: Wording): WindageError {
  return new WindageError("run/unknown-condition", message);
}
