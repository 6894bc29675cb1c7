/** `--condition-table` as it is written: `name=file`, or a file or folder alone. Nothing is opened and nothing imported. */

export interface TableText {
  /** Undefined where the path gives the name. */
  readonly name: string | undefined;
  readonly path: string;
}

/** What stands before the first `=` is the name, unless it has a slash in it. */
export function splitTable(text: string): TableText {
  const match = /^([^=/\\]*)=(.+)$/s.exec(text);
  return match === null ? { name: undefined, path: text } : { name: match[1]!, path: match[2]! };
}
