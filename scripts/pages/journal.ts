/**
 * What a check of pages has done so far: one line per command, so that one that was interrupted goes on where it
 * stopped, and the next one knows how long each takes.
 */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { PageCommand } from "./commands.ts";

interface Entry {
  readonly command: string;
  readonly good: boolean;
  readonly seconds: number;
}

/** The file behind a check. */
export class Journal {
  readonly #path: string;
  readonly #last = new Map<string, Entry>();

  constructor(path: string) {
    this.#path = path;
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    for (const line of text.split("\n")) {
      // A last line may be torn.
      if (!line.endsWith("}")) continue;
      const entry = JSON.parse(line) as Entry;
      this.#last.set(entry.command, entry);
    }
  }

  /** Whether a command was run and all was well. */
  isDone(command: PageCommand): boolean {
    return this.#last.get(nameOf(command))?.good === true;
  }

  /** How long it took when it was run last. */
  seconds(command: PageCommand): number | undefined {
    return this.#last.get(nameOf(command))?.seconds;
  }

  /** Keeps what came of a command. */
  add(command: PageCommand, good: boolean, seconds: number): void {
    const entry = { command: nameOf(command), good, seconds };
    this.#last.set(entry.command, entry);
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }
}

/** Without the line, which changes with the text above it. */
const nameOf = ({ page, text }: PageCommand): string => `${page}: ${text}`;
