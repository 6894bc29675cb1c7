/** Where scores come from that no task brings: at most one of these settings may be given. */

export const scoreSources = ["table", "conditionTable", "oracleCsv", "oracleCommand", "oracleUrl"] as const;

export type ScoreSource = (typeof scoreSources)[number];

/** What tells which task is meant: what was typed, and where scores come from. */
export type TaskKey = Readonly<Partial<Record<"task" | ScoreSource, unknown>>>;

/** The setting that says where scores come from; undefined where none does. */
export function sourceOf(settings: TaskKey): ScoreSource | undefined {
  return scoreSources.find((name) => isSet(settings, name));
}

/** Whether a setting has a value. */
export function isSet<Name extends string>(
  settings: { readonly [K in Name]?: unknown },
  name: Name,
): boolean {
  return settings[name] !== undefined && settings[name] !== null;
}
