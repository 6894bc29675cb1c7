/** Settings of baselines, checked before anything is compiled or spent. */
import { WindageError } from "../error.ts";

/** What a setting has to be. */
export type Rule = "count" | "none or more" | "positive" | "one or more" | "share";

const rules: Readonly<Record<Rule, readonly [(value: number) => boolean, string]>> = {
  count: [(value) => Number.isSafeInteger(value) && value >= 1, "a whole number from 1 on"],
  "none or more": [(value) => Number.isSafeInteger(value) && value >= 0, "a whole number from 0 on"],
  positive: [(value) => value > 0 && Number.isFinite(value), "a number above 0"],
  "one or more": [(value) => value >= 1 && Number.isFinite(value), "a number from 1 on"],
  share: [(value) => value >= 0 && value <= 1, "a number from 0 to 1"],
};

/** The settings with defaults filled in; an error that names the first one that cannot be. */
export function settingsFor<S extends object>(
  method: string,
  defaults: S,
  given: Partial<S>,
  expected: { readonly [K in keyof S]?: Rule },
): S {
  for (const name of Object.keys(given)) {
    if (name in defaults) continue;
    throw new WindageError(
      "baseline/unknown-setting",
      `${method}: got the setting "${name}", expected one of ${Object.keys(defaults).join(", ")}.`,
    );
  }
  const settings = { ...defaults, ...given };
  for (const [name, rule] of Object.entries(expected) as [keyof S & string, Rule][]) {
    const value: unknown = settings[name];
    const [isGood, wanted] = rules[rule];
    if (typeof value === "number" && isGood(value)) continue;
    throw new WindageError(
      "baseline/bad-setting",
      `${method}: got ${name} ${String(value)}, expected ${wanted}.`,
    );
  }
  return settings;
}
