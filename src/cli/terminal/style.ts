/**
 * The few text decorations the command line uses, or none of them. Not a colour library: a stream that is no
 * terminal, a set NO_COLOR (https://no-color.org) or a dumb terminal get plain text.
 */

/** Decorates a piece of text. */
export interface TerminalStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

const escape = String.fromCodePoint(0x1b);

/** Goes back to the beginning of the line and clears it. */
export const eraseLine = `\r${escape}[2K`;

function decoration(open: number, close: number): (text: string) => string {
  return (text) => `${escape}[${open}m${text}${escape}[${close}m`;
}

function undecorated(text: string): string {
  return text;
}

const colourful: TerminalStyle = {
  bold: decoration(1, 22),
  dim: decoration(2, 22),
  good: decoration(32, 39),
  bad: decoration(31, 39),
};

/** Without any decoration, for text that others decorate or spell out. */
export const plain: TerminalStyle = {
  bold: undecorated,
  dim: undecorated,
  good: undecorated,
  bad: undecorated,
};

/** The style that suits a stream and the user's wishes. */
export function terminalStyle(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): TerminalStyle {
  const unwanted = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return isTerminal && !unwanted ? colourful : plain;
}

const decorations = new RegExp(String.raw`${escape}\[\d+m`, "g");

/** How many columns a text takes once decorations are gone; wide (East Asian) characters are not counted twice. */
export function visibleLength(text: string): number {
  return Array.from(text.replaceAll(decorations, "")).length;
}
