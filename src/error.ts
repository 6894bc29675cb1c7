/**
 * The one error class of the library. Everything a user can cause, or has to act on, is thrown as a
 * `WindageError` whose `code` is stable across versions; anything else that escapes is a bug of ours.
 */

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

  /** `message` says what was got, what was expected and what to do. */
  constructor(code: ErrorCode, message: string, options: ErrorOptions & { readonly kind?: ErrorKind } = {}) {
    super(message, options);
    this.code = code;
    this.kind = options.kind ?? "user";
  }
}
