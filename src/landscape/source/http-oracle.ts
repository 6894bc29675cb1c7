/**
 * Scores from an HTTP endpoint: POST {"sequences":[…]} → {"scores":[…]}, in batches, a few at a time. Busy and
 * failing servers are asked again with growing waits, as long as they ask for; every other wrong answer is an
 * error at once, and so is a body that is longer than its scores can be. Header values and the query of the URL may
 * be secrets and never appear in messages. Headers are bounded by Node (16 kB), time by `timeoutMs`, body included.
 */

import { WindageError } from "../../error.ts";
import { tellWhile } from "../../file/notices.ts";
import { type BackOff, backOffDelay, sleep } from "./back-off.ts";
import { checkScores } from "../oracle/check-scores.ts";
import { isTransient, redact, retryAfterMs } from "./http-retry.ts";
import type { Heard, Oracle } from "../landscape.ts";
import type { Context } from "../context.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { vanishedNumber, vanishedText } from "../text/parse-decimal.ts";
import {
  type BatchLimits,
  checkCount,
  checkMilliseconds,
  scoreInBatches,
} from "../oracle/score-in-batches.ts";

/** How to reach the endpoint. */
export interface HttpOptions {
  readonly url: string;
  readonly name?: string;
  /** Sent with every request, for instance { Authorization: "Bearer …" }. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The most sequences per request; 256 unless told. */
  readonly maxBatch?: number;
  /** How many requests may be under way at once; 4 unless told. */
  readonly concurrency?: number;
  /** The longest a request may take, body included; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** How often a request is repeated before giving up; 4 unless told. */
  readonly maxRetries?: number;
  /** The first wait before a repetition; 250 unless told, doubling each time. */
  readonly backOffMs?: number;
  /** The longest single wait; a server that asks for more is given up on. 60,000 unless told. */
  readonly maxWaitMs?: number;
}

/** The most that a body may have beside its scores, and for each of them. */
const BODY_BYTES = 65_536;
const SCORE_BYTES = 64;

/** Why a request failed, and whether to try again. */
interface Failure {
  readonly code: "http-status" | "http-network" | "http-timeout" | "http-protocol";
  readonly problem: string;
  readonly transient: boolean;
  readonly waitMs?: number | undefined;
}

/** How far a request is that has no answer yet. */
interface Waiting {
  attempt: number;
  /** What became of the attempt before. */
  problem: string;
}

export class HttpOracle implements Oracle {
  readonly name: string;
  readonly enumerable = false;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: readonly string[];
  readonly #limits: BatchLimits;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #backOff: BackOff;
  readonly #disposed = new AbortController();
  #requests = 0;
  /** Requests without an answer, the first one first. */
  readonly #waiting = new Set<Waiting>();

  constructor(options: HttpOptions) {
    this.#url = checkUrl(options.url);
    this.name = options.name ?? `${this.#url.origin}${this.#url.pathname}`;
    checkHeaders(options.headers ?? {});
    this.#headers = { ...options.headers, "content-type": "application/json", accept: "application/json" };
    const values = [
      ...Object.values(options.headers ?? {}),
      this.#url.search,
      ...this.#url.searchParams.values(),
    ];
    // Of "Bearer abc" the word after the scheme is the secret, and a server may echo it alone.
    this.#secrets = values.concat(values.flatMap((value) => value.split(" ").slice(1)));
    this.#limits = {
      maxBatch: checkCount("maxBatch", options.maxBatch ?? 256, 1),
      concurrency: checkCount("concurrency", options.concurrency ?? 4, 1),
    };
    this.#timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? 30_000);
    this.#maxRetries = checkCount("maxRetries", options.maxRetries ?? 4, 0);
    this.#backOff = {
      baseMs: checkMilliseconds("backOffMs", options.backOffMs ?? 250),
      maxMs: checkMilliseconds("maxWaitMs", options.maxWaitMs ?? 60_000),
    };
  }

  score(sequences: readonly string[], _contexts?: readonly Context[], heard?: Heard): Promise<Float64Array> {
    const options = heard ? { heard } : {};
    return scoreInBatches(sequences, this.#limits, (batch) => this.#scoreBatch(batch), options);
  }

  dispose(): Promise<void> {
    this.#disposed.abort();
    return Promise.resolve();
  }

  #scoreBatch(sequences: readonly string[]): Promise<Float64Array> {
    const request: Waiting = { attempt: 1, problem: "" };
    const work = this.#askAgain(sequences, request).finally(() => this.#waiting.delete(request));
    this.#waiting.add(request);
    return tellWhile(this.name, work, (seconds) => this.#patience(request, seconds));
  }

  /** What one is waiting for; of requests at the same time the first speaks for all. */
  #patience(request: Waiting, seconds: number): string | undefined {
    const [first] = this.#waiting;
    if (first !== request) return undefined;
    const { attempt, problem } = request;
    const of = `attempt ${attempt} of ${this.#maxRetries + 1}, each of up to ${this.#timeoutMs / 1000} s`;
    return `Waiting for ${this.name}, for ${seconds} s so far (${of}${problem && `; before: ${problem}`}).`;
  }

  /** Asks until there is an answer or no use in asking; `request` is told how far it is. */
  async #askAgain(sequences: readonly string[], request: Waiting): Promise<Float64Array> {
    const key = this.#requests++;
    for (let attempt = 1; ; attempt++) {
      request.attempt = attempt;
      const answer = await this.#request(sequences);
      if (this.#disposed.signal.aborted) {
        throw this.#error("disposed", "it was stopped while a request was under way", sequences);
      }
      if ("scores" in answer) return checkScores(this.name, sequences, answer.scores);
      if (!answer.transient) throw this.#error(answer.code, answer.problem, sequences);
      const wait = answer.waitMs ?? backOffDelay(this.#backOff, attempt, key);
      if (attempt > this.#maxRetries || wait > this.#backOff.maxMs) {
        const patience =
          wait > this.#backOff.maxMs
            ? `the server asks to wait ${wait} ms, more than maxWaitMs (${this.#backOff.maxMs})`
            : `gave up after ${attempt} attempts`;
        throw this.#error(answer.code, `${answer.problem}; ${patience}`, sequences);
      }
      request.problem = answer.problem.split(";")[0]!;
      await sleep(wait, this.#disposed.signal);
    }
  }

  /** One request, never throwing: its scores, or why there are none. */
  async #request(sequences: readonly string[]): Promise<{ readonly scores: unknown } | Failure> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body: JSON.stringify({ sequences }),
        // Following a redirect would hand the headers to another address.
        redirect: "manual",
        signal: AbortSignal.any([timeout, this.#disposed.signal]),
      });
      const most = BODY_BYTES + sequences.length * SCORE_BYTES;
      const text = await readBounded(response, most);
      if (text === undefined) {
        const problem = `got a body of more than ${most} bytes, expected {"scores":[…]} for ${sequences.length} sequences`;
        return this.#failure("http-protocol", problem);
      }
      if (!response.ok) return this.#statusFailure(response, text);
      const vanished = vanishedNumber(text);
      if (vanished !== undefined)
        return this.#failure("http-protocol", `its score ${vanishedText(vanished)}`);
      return (
        readScores(text) ??
        this.#failure("http-protocol", `got ${this.#excerpt(text)}, expected {"scores":[…]}`)
      );
    } catch (error) {
      if (timeout.aborted) {
        const problem = `no answer within ${this.#timeoutMs} ms; raise timeoutMs (--oracle-timeout) or lower maxBatch (--oracle-batch) if it needs longer`;
        return { ...this.#failure("http-timeout", problem), transient: true };
      }
      return { ...this.#failure("http-network", `the request failed (${reasonOf(error)})`), transient: true };
    }
  }

  #statusFailure(response: Response, text: string): Failure {
    const { status } = response;
    const redirect =
      status >= 300 && status < 400 ? "; redirects are not followed, give the final address" : "";
    return {
      ...this.#failure(
        "http-status",
        `got status ${status} with ${this.#excerpt(text)}, expected 200${redirect}`,
      ),
      transient: isTransient(status),
      waitMs: retryAfterMs(response.headers.get("retry-after"), Date.now()),
    };
  }

  #failure(code: Failure["code"], problem: string): Failure {
    return { code, problem: redact(problem, this.#secrets), transient: false };
  }

  /** Secrets go first: a cut through the middle of one would leave a part that is no longer recognised. */
  #excerpt(text: string): string {
    const short = redact(text, this.#secrets).trim().slice(0, 200);
    return short === "" ? "an empty body" : `the body ${JSON.stringify(short)}`;
  }

  #error(code: string, problem: string, sequences: readonly string[]): OracleError {
    return new OracleError(`landscape/${code}`, `${this.name}: ${problem}`, {
      kind: "failure",
      scores: unanswered(sequences.length),
    });
  }
}

/** The text of a body, unpacked if need be; undefined when it is longer than so many bytes. */
async function readBounded(response: Response, mostBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Piece by piece: three gigabytes of spaces fit into three megabytes on the wire.
  for await (const piece of response.body) {
    size += piece.length;
    // Leaving the loop cancels the rest.
    if (size > mostBytes) return undefined;
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function checkUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "http:" && url.protocol !== "https:") ||
    url.username !== "" ||
    url.password !== ""
  ) {
    // The text is not repeated: it may hold a password.
    throw new WindageError(
      "landscape/invalid-option",
      (say) =>
        `${say("oracle.url")}: expected an http:// or https:// address without user name and password; send credentials as headers`,
    );
  }
  return url;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      void new Headers([[name, value]]);
    } catch {
      throw new WindageError(
        "landscape/invalid-option",
        `headers: ${JSON.stringify(name)} or its value (not shown) is not a valid header; is there a line break in it?`,
      );
    }
  }
}

function readScores(text: string): { readonly scores: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "scores" in value
      ? { scores: value.scores }
      : undefined;
  } catch {
    return undefined;
  }
}

/** fetch hides the reason ("connection refused") in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
