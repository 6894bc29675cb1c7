/** Settings that a program gives, held against the table of what can be set, with defaults for all others. */
import { WindageError } from "../error.ts";
import { validateValue } from "../settings/validate-value.ts";
import { defaultOf, type SpecTable } from "../settings/value-spec.ts";
import { suggestion } from "../suggest.ts";

/** A value for every setting, and the names of those that were given. */
export interface GivenSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly given: ReadonlySet<string>;
}

/** Checks each value by itself; what is undefined was not given. */
export function settingsGiven(specs: SpecTable, settings: object): GivenSettings {
  const values = new Map(
    Object.entries(specs).map(([name, spec]): [string, unknown] => [name, defaultOf(spec)]),
  );
  const given = new Set<string>();
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      throw new WindageError(
        "job/unknown-setting",
        `got the unknown setting "${name}"; ${suggestion(name, Object.keys(specs))}`,
      );
    }
    values.set(name, validateValue(spec, value, name));
    given.add(name);
  }
  return { values: Object.fromEntries(values), given };
}
