/** Bars of characters, an eighth of one fine, with a name at the left and the number at the right. */
import { clip } from "../terminal/printable.ts";
import { visibleLength, type TerminalStyle } from "../terminal/style.ts";

const eighths = " ▏▎▍▌▋▊▉█";

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly said: string;
}

/** The bars below their title; undefined where there are none. */
export function bars(
  title: string,
  all: readonly Bar[],
  width: number,
  style: TerminalStyle,
): string | undefined {
  const known = all.filter(({ value }) => Number.isFinite(value)).slice(0, 20);
  if (known.length === 0) return undefined;
  const names = known.map(({ name }) => clip(name, Math.max(8, Math.floor(width * 0.4))));
  const margin = Math.max(...names.map(visibleLength));
  const said = Math.max(...known.map((bar) => visibleLength(bar.said)));
  const room = Math.max(6, Math.min(width - margin - said - 4, 80));
  const most = Math.max(...known.map(({ value }) => value), Number.MIN_VALUE);
  return [
    style.bold(clip(title, width)),
    ...known.map(({ value, said: words }, i) => {
      const parts = Math.max(0, Math.round((8 * room * value) / most));
      const bar = `${"█".repeat(Math.floor(parts / 8))}${parts % 8 === 0 ? "" : eighths[parts % 8]}`;
      const name = names[i]!;
      return `${" ".repeat(margin - visibleLength(name))}${name}  ${style.good(bar === "" ? "▏" : bar)} ${words}`;
    }),
  ].join("\n");
}
