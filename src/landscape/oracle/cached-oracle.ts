/**
 * Puts a memory in front of any landscape: a sequence is asked for at most once, also when several calls want it
 * at the same time, and calls are counted. Answers pass the same check everywhere (`check-scores.ts`), and the
 * good scores of a failed call are kept. With a store (`score-journal.ts`) the memory outlives the process; each
 * score goes there as it arrives, not when the call ends.
 */

import { checkScores } from "./check-scores.ts";
import { isScore } from "../score-range.ts";
import type { Context } from "../context.ts";
import { isLogarithmic, type Landscape, type Oracle } from "../landscape.ts";
import { OracleError, unanswered } from "./oracle-error.ts";
import { checkCount } from "./score-in-batches.ts";
import { ScoreTable } from "./score-table.ts";

/** Where scores are kept beyond the life of the process. */
export interface ScoreStore {
  /** What it has; of two scores under one name the first counts. Asked for once, so that a store need not hold on to it. */
  entries(): Iterable<readonly [name: string, score: number]>;
  /** What others who write to the same store have added since, where there can be any. */
  news?(): Iterable<readonly [name: string, score: number]>;
  append(scores: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Stands for what is about to be asked, and says which of it is for us to ask now; others are asking for the rest and
   * will append it, or leave it to us after all. To be asked again until everything is known.
   */
  claim?(names: readonly string[]): readonly string[];
  /** Stands for these no longer. */
  release?(names: readonly string[]): void;
  close(): Promise<void>;
}

/** What to put behind the memory. */
export interface CachedOptions {
  readonly store?: ScoreStore;
  /** The most scores to hold in memory, 4,000,000 unless told; beyond that the oldest are forgotten and asked again. */
  readonly most?: number;
}

/** Milliseconds between two looks at whether others have answered. */
const [shortestWait, longestWait] = [5, 200];

/** About 200 MB of sequences of 20 letters. */
const usualMost = 4_000_000;

export class CachedOracle implements Oracle {
  readonly name: string;
  readonly enumerable = false;
  readonly free: boolean;
  readonly conditional: boolean;
  readonly logarithmic: boolean;
  readonly #inner: Landscape;
  readonly #store: ScoreStore | undefined;
  #known = new ScoreTable();
  /** Sequences being asked for, each with the request that will settle it. */
  readonly #pending = new Map<string, Promise<unknown>>();
  readonly #most: number;
  /** Calls under way; they read their answers from the memory. */
  #waiting = 0;
  #calls = 0;
  #unique = 0;

  constructor(inner: Landscape, options: CachedOptions = {}) {
    this.name = inner.name;
    this.free = inner.enumerable || inner.free === true;
    this.#inner = inner;
    this.logarithmic = isLogarithmic(inner);
    this.conditional = !inner.enumerable && inner.conditional === true;
    this.#store = options.store;
    this.#learn(options.store?.entries() ?? []);
    this.#most = checkCount("most", options.most ?? usualMost, 1);
  }

  /** How many scores were requested of this object, repetitions included. */
  get calls(): number {
    return this.#calls;
  }

  /** How many sequences were really put to the landscape behind it. */
  get unique(): number {
    return this.#unique;
  }

  /** How many scores are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** The remembered score of a sequence, without asking. */
  peek(sequence: string, context?: Context): number | undefined {
    return this.#known.get(nameOf(sequence, context));
  }

  /** Where a condition leads to a table there is nothing to remember; anything else is asked through this memory. */
  at(context: Context): Landscape {
    const inner = this.#inner.enumerable ? this.#inner : this.#inner.at?.(context);
    if (inner?.enumerable) return inner;
    const score: Oracle["score"] = (sequences) =>
      this.score(
        sequences,
        sequences.map(() => context),
      );
    return { name: this.name, enumerable: false, free: this.free, score };
  }

  async score(sequences: readonly string[], contexts?: readonly Context[]): Promise<Float64Array> {
    this.#calls += sequences.length;
    this.#makeRoom();
    this.#waiting++;
    const requests = new Set<Promise<unknown>>();
    const unasked = new Map<string, Question>();
    const names = sequences.map((sequence, i) => nameOf(sequence, contexts?.[i]));
    for (const [at, name] of names.entries()) {
      if (this.#known.has(name)) continue;
      const pending = this.#pending.get(name);
      const context = contexts?.[at];
      if (pending === undefined)
        unasked.set(name, { sequence: sequences[at]!, ...(context === undefined ? {} : { context }) });
      else requests.add(pending);
    }
    const own = unasked.size > 0 ? this.#ask(unasked) : Promise.resolve();
    const [asked, ...shared] = await Promise.allSettled([own, ...requests]);
    const failed = [asked, ...shared].find((result) => result.status === "rejected");
    const scores = unanswered(sequences.length);
    for (const [at, name] of names.entries()) scores[at] = this.#known.get(name) ?? Number.NaN;
    this.#waiting--;
    const failure: unknown = failed?.reason;
    // A shared request may have failed over a sequence that only another caller wanted.
    const complete = scores.every((score) => !Number.isNaN(score));
    const spared = complete && failure instanceof OracleError && failed !== asked;
    if (failed === undefined || spared) return scores;
    throw failure instanceof OracleError ? failure.withScores(scores) : failure;
  }

  async dispose(): Promise<void> {
    if (!this.#inner.enumerable) await this.#inner.dispose?.();
    await Promise.allSettled(this.#pending.values());
    await this.#store?.close();
  }

  #learn(scores: Iterable<readonly [string, number]>): void {
    for (const [name, score] of scores) this.#known.add(name, score);
  }

  /** Forgets the oldest scores while nobody waits, since whoever waits may need them. */
  #makeRoom(): void {
    if (this.#waiting > 0 || this.#known.size <= this.#most) return;
    // An eighth more than needed, so that it is not done at every call.
    this.#known = this.#known.without(this.#known.size - this.#most + (this.#most >>> 3));
  }

  #ask(questions: ReadonlyMap<string, Question>): Promise<void> {
    const names = [...questions.keys()];
    const request = this.#settle(questions).finally(() => {
      this.#store?.release?.(names);
      for (const name of names) this.#pending.delete(name);
    });
    for (const name of names) this.#pending.set(name, request);
    return request;
  }

  /** Asks for what nobody else is asking, and waits for the rest. */
  async #settle(questions: ReadonlyMap<string, Question>): Promise<void> {
    const open = new Map(questions);
    for (let wait = shortestWait; open.size > 0; wait = Math.min(longestWait, 2 * wait)) {
      const wanted = [...open.keys()];
      const own = this.#store?.claim?.(wanted) ?? wanted;
      // After the claim: whoever stood before us has answered before it stood down.
      this.#learn(this.#store?.news?.() ?? []);
      const names = own.filter((name) => !this.#known.has(name));
      if (names.length > 0) {
        this.#unique += names.length;
        await this.#fetch(
          names,
          names.map((name) => open.get(name)!),
        );
      }
      const settled = wanted.filter((name) => this.#known.has(name));
      this.#store?.release?.(settled);
      for (const name of settled) open.delete(name);
      if (open.size > 0) await new Promise((resume) => setTimeout(resume, wait));
    }
  }

  async #fetch(names: readonly string[], questions: readonly Question[]): Promise<void> {
    const sequences = questions.map(({ sequence }) => sequence);
    const contexts = questions.flatMap(({ context }) => (context === undefined ? [] : [context]));
    const writes: Promise<void>[] = [];
    const asked = new Set(names);
    const keep = (name: string, score: number): void => {
      if (!isScore(score) || !asked.has(name) || this.#known.has(name)) return;
      this.#known.add(name, score);
      if (this.#store === undefined) return;
      const write = this.#store.append(new Map([[name, score]]));
      // Whoever awaits the whole call hears of it; until then it is no unhandled rejection.
      write.catch(() => undefined);
      writes.push(write);
    };
    const keepAll = (scores: Float64Array): void => names.forEach((name, at) => keep(name, scores[at]!));
    try {
      const answer: unknown = this.#inner.enumerable
        ? await this.#inner.score(sequences)
        : contexts.length > 0
          ? await this.#inner.score(sequences, contexts)
          : await this.#inner.score(sequences, undefined, keep);
      keepAll(checkScores(this.name, sequences, answer));
    } catch (error) {
      if (error instanceof OracleError && error.scores.length === names.length) keepAll(error.scores);
      throw error;
    } finally {
      await Promise.all(writes);
    }
  }
}

interface Question {
  readonly sequence: string;
  readonly context?: Context;
}

/** What a score is remembered under: the sequence, and its condition behind a line break where there is one. */
function nameOf(sequence: string, context: Context | undefined): string {
  return context === undefined ? sequence : `${sequence}\n${JSON.stringify(context)}`;
}
