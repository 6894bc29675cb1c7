/**
 * A run's own journal and the store it shares with others, as one: what either knows need not be asked, and what is
 * asked goes to both, the journal first. A run can do without the shared store, so trouble with it is told once and it
 * is left alone from then on; the journal is what the run relies on.
 */
import type { ScoreStore } from "../oracle/cached-oracle.ts";
import { SharedScores } from "./shared-scores.ts";

/** That some of what was paid for is lost. */
export function damagedText(path: string, lines: number): string {
  return `${path}: ${lines === 1 ? "1 line is" : `${lines} lines are`} unfinished or damaged, so that ${lines === 1 ? "its score has" : "their scores have"} to be asked for again`;
}

export class KeptScores implements ScoreStore {
  readonly #own: ScoreStore;
  readonly #onTrouble: (text: string) => void;
  #shared: SharedScores | null;
  #gaveUp = false;

  private constructor(own: ScoreStore, shared: SharedScores | null, onTrouble: (text: string) => void) {
    this.#own = own;
    this.#shared = shared;
    this.#onTrouble = onTrouble;
  }

  /** Opens the shared store of an oracle beside a journal. */
  static async open(
    own: ScoreStore,
    oracle: string,
    onTrouble: (text: string) => void = () => undefined,
  ): Promise<KeptScores> {
    const kept = new KeptScores(own, null, onTrouble);
    try {
      kept.#shared = await SharedScores.open(oracle);
      const { damaged, path } = kept.#shared;
      if (damaged > 0) onTrouble(damagedText(path, damaged));
    } catch (error) {
      kept.#giveUp(error);
    }
    return kept;
  }

  /** What is known from either; where they differ, the run's own journal is right, which comes first. */
  *entries(): Iterable<readonly [string, number]> {
    yield* this.#own.entries();
    yield* this.#shared?.entries() ?? [];
  }

  /** What other processes have been told since. */
  news(): Iterable<readonly [string, number]> {
    try {
      return this.#shared?.news() ?? [];
    } catch (error) {
      this.#giveUp(error);
      return [];
    }
  }

  claim(names: readonly string[]): readonly string[] {
    try {
      return this.#shared?.claim(names) ?? names;
    } catch (error) {
      this.#giveUp(error);
      return names;
    }
  }

  release(names: readonly string[]): void {
    try {
      this.#shared?.release(names);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  async append(scores: ReadonlyMap<string, number>): Promise<void> {
    await this.#own.append(scores);
    await this.#shared?.append(scores).catch((error: unknown) => this.#giveUp(error));
  }

  async close(): Promise<void> {
    await this.#shared?.close();
    await this.#own.close();
  }

  #giveUp(error: unknown): void {
    // Several answers may be on their way when it fails.
    if (this.#gaveUp) return;
    this.#gaveUp = true;
    const reason = error instanceof Error ? error.message : String(error);
    void this.#shared?.close();
    this.#shared = null;
    this.#onTrouble(`scores are kept in the run alone and not shared with others: ${reason}`);
  }
}
