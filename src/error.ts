/**
 * The one error class of the library. Everything a user can cause, or has to act on, is thrown as a
 * `WindageError` whose `code` is stable across versions; anything else that escapes is a bug of ours.
 */

import { inLibrary, type Said, type Spelling, type Wording } from "./wording.ts";

/** The part of the library that raised an error; the first half of every error code. */
export type ErrorArea =
  | "baseline"
  | "cli"
  | "data"
  | "design"
  | "engine"
  | "assessment"
  | "environment"
  | "evaluation"
  | "forecast"
  | "job"
  | "landscape"
  | "model"
  | "objective"
  | "random"
  | "run"
  | "sampling"
  | "training";

/** A stable identifier such as `engine/not-finite`, safe to test for in user code. */
export type ErrorCode = `${ErrorArea}/${string}`;

/** `user` errors end the command line with exit code 2, `failure` errors with exit code 1. */
export type ErrorKind = "user" | "failure";

/** A mistake or failure with a stable code, told in words that say what to do. */
export class WindageError extends Error {
  override readonly name = "WindageError";
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly #wording: Wording | undefined;

  /** `message` says what was got, what was expected and what to do; one that names settings is a wording. */
  constructor(
    code: ErrorCode,
    message: string | Wording,
    options: ErrorOptions & { readonly kind?: ErrorKind } = {},
  ) {
    super(typeof message === "string" ? message : message(inLibrary), options);
    this.code = code;
    this.kind = options.kind ?? "user";
    this.#wording = typeof message === "string" ? undefined : message;
  }

  /** What it says, for a process that spells settings. */
  get said(): Said {
    return this.#wording ?? this.message;
  }

  /** The same error with more or less around its words, which name settings as before. */
  retold(change: (message: string) => string): WindageError {
    const words = this.#wording;
    const message = words === undefined ? change(this.message) : (say: Spelling) => change(words(say));
    return new WindageError(this.code, message, { cause: this, kind: this.kind });
  }

  /** The same error with its settings spelled as its reader writes them; itself where it names none. */
  spelled(spell: Spelling): WindageError {
    if (this.#wording === undefined) return this;
    const error = new WindageError(this.code, this.#wording, { cause: this, kind: this.kind });
    error.message = this.#wording(spell);
    return error;
  }
}
