/**
 * Options that were given but would do nothing, because of the others. They are refused: whoever sets ε and gets no
 * exploration should hear of it before the run and not find out from its results.
 */
import { WindageError } from "../error.ts";
import { type Condition, flagsOf, type Settings, type SpecTable, type ValueSpec } from "./value-spec.ts";
import { inLibrary, inWords } from "../wording.ts";

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

/** The given options that have no effect, each with what it would need. */
export function withoutEffect(
  options: SpecTable,
  given: Iterable<string>,
  settings: Settings,
): readonly { readonly name: string; readonly needs: Condition["words"] }[] {
  const all = byPath(options, settings);
  return Array.from(given).flatMap((name) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const needs = option === undefined ? undefined : lacking(option, all);
    return needs === undefined ? [] : [{ name, needs }];
  });
}

/** Refuses options without an effect; `where` stands before their names where they are settings of something. */
export function requireEffect(
  options: SpecTable,
  given: Iterable<string>,
  settings: Settings,
  where?: string,
): void {
  const [first, ...others] = withoutEffect(options, given, settings);
  if (first === undefined) return;
  const needs = inWords(first.needs, inLibrary);
  const alike = [first, ...others.filter((one) => inWords(one.needs, inLibrary) === needs)];
  const one = alike.length === 1;
  throw new WindageError("cli/no-effect", (say) => {
    const names = alike.map(({ name }) =>
      where === undefined ? say(options[name]!.path ?? name) : `${where}: ${name}`,
    );
    return `${names.join(", ")}: got ${one ? "it" : "them"}, but ${one ? "it has" : "they have"} an effect only ${inWords(first.needs, say)}; change that, or leave ${one ? "it" : "them"} out.`;
  });
}
