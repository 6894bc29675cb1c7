/**
 * Options that were given but would do nothing, because of the others. They are refused: whoever sets ε and gets no
 * exploration should hear of it before the run and not find out from its results.
 */
import { WindageError } from "../error.ts";
import { flagOf, type Settings, type SpecTable, type ValueSpec } from "./value-spec.ts";

/** The first thing that an option needs and does not have, in words; undefined where it has an effect. */
function lacking({ needs = [] }: ValueSpec, settings: Settings): string | undefined {
  return needs.find(({ holds }) => !holds(settings))?.words;
}

/** When a spec has an effect, as sentences without a subject; none where it always has. */
export function effectOf({ needs = [] }: ValueSpec): readonly string[] {
  return needs.map(({ words }) => `only ${words}`);
}

/** The given options that have no effect, each with what they would need. */
export function withoutEffect(
  options: SpecTable,
  given: Iterable<string>,
  settings: Settings,
): readonly { readonly name: string; readonly needs: string }[] {
  return Array.from(given).flatMap((name) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const needs = option === undefined ? undefined : lacking(option, settings);
    return needs === undefined ? [] : [{ name, needs }];
  });
}

/** Refuses options without an effect; `spelling` says how they were written. */
export function requireEffect(
  options: SpecTable,
  given: Iterable<string>,
  settings: Settings,
  spelling: (name: string) => string = flagOf,
): void {
  const [first, ...others] = withoutEffect(options, given, settings);
  if (first === undefined) return;
  const alike = others.filter(({ needs }) => needs === first.needs).map(({ name }) => spelling(name));
  const names = [spelling(first.name), ...alike].join(", ");
  const one = alike.length === 0;
  throw new WindageError(
    "cli/no-effect",
    `${names}: got ${one ? "it" : "them"}, but ${one ? "it has" : "they have"} an effect only ${first.needs}; change that, or leave ${one ? "it" : "them"} out.`,
  );
}
