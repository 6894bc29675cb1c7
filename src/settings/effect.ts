/**
 * Options that were given but would do nothing, because of the others. They are refused: whoever sets ε and gets no
 * exploration should hear of it before the run and not find out from its results.
 */
import { WindageError } from "../error.ts";
import {
  type Condition,
  flagOf,
  flagsOf,
  inWords,
  type Settings,
  type SpecTable,
  type ValueSpec,
} from "./value-spec.ts";

/** The first thing that a setting needs and does not have; undefined where it has an effect. */
export function lacking(
  { needs = [] }: Pick<ValueSpec, "needs">,
  settings: Settings,
): Condition["words"] | undefined {
  return needs.find(({ holds }) => !holds(settings))?.words;
}

/** When a setting of a table has an effect, as sentences without a subject; none where it always has. */
export function effectOf({ needs = [] }: ValueSpec, table: SpecTable): readonly string[] {
  return needs.map(({ words }) => `only ${inWords(words, flagsOf(table))}`);
}

/** Values by the paths that their settings have in the library, which conditions ask for. */
export function byPath(options: SpecTable, settings: Settings): Settings {
  const paths = Object.entries(options).map(([name, { path = name }]) => [path, settings[name]] as const);
  return { ...settings, ...Object.fromEntries(paths) };
}

/** The given options that have no effect, each with what they would need. */
export function withoutEffect(
  options: SpecTable,
  given: Iterable<string>,
  settings: Settings,
): readonly { readonly name: string; readonly needs: string }[] {
  const all = byPath(options, settings);
  return Array.from(given).flatMap((name) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const needs = option === undefined ? undefined : lacking(option, all);
    return needs === undefined ? [] : [{ name, needs: inWords(needs, flagsOf(options)) }];
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
