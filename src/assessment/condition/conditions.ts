/** Conditions by name: which ones a report is about, and how the one that somebody asks for is found. */
import type { Context } from "../../landscape/context.ts";

/** A condition and what people call it. */
export interface NamedCondition {
  readonly name: string;
  readonly context: Context;
}

/** How somebody names a condition: by its name, by an exponent of the reward, or by both. */
export interface AskedCondition {
  readonly condition?: string | undefined;
  readonly beta?: number | undefined;
}

/** Several at once: every name with every exponent; what is left out stands for all. */
export interface AskedConditions {
  readonly conditions?: readonly string[] | undefined;
  readonly betas?: readonly number[] | undefined;
}

/** The conditions of a world. */
export interface Conditions {
  /** Those that are reported one by one. */
  readonly listed: readonly NamedCondition[];
  /** The one that is asked for; an error that says what there is where there is no such condition. */
  find(asked: AskedCondition): NamedCondition;
  select(asked: AskedConditions): readonly NamedCondition[];
  /** What the user should know about a condition that was asked for, such as that it was not trained on. */
  noteOn?(condition: NamedCondition): string | undefined;
}

/** Conditions without names are called what they are. */
export function nameContext(context: Context): NamedCondition {
  const number = (value: number): string => String(Number(value.toPrecision(6)));
  return { name: typeof context === "number" ? number(context) : context.map(number).join(" "), context };
}
