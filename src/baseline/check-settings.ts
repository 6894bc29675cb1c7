/** Settings of baselines, checked before anything is compiled or spent. */
import { WindageError } from "../error.ts";

/** What a setting has to be. */
export type Rule = "count" | "none or more" | "capacity" | "positive" | "one or more" | "share";

/** As the options of trainers have them: beyond these a number is a slip of the hand. */
const [mostTrajectories, mostKept, mostOfAnything] = [65_536, 10_000_000, 1e6];

const whole = (low: number, high: number): readonly [(value: number) => boolean, string] => [
  (value) => Number.isSafeInteger(value) && value >= low && value <= high,
  `a whole number from ${low} to ${high}`,
];

const rules: Readonly<Record<Rule, readonly [(value: number) => boolean, string]>> = {
  count: whole(1, mostTrajectories),
  "none or more": whole(0, mostTrajectories),
  capacity: whole(1, mostKept),
  positive: [(value) => value > 0 && value <= mostOfAnything, `a number above 0, at most ${mostOfAnything}`],
  "one or more": [(value) => value >= 1 && value <= mostOfAnything, `a number from 1 to ${mostOfAnything}`],
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
