/** What a pool and its processes say to each other. */
import type { ErrorCode, ErrorKind } from "../error.ts";

/** First the setup, then one job after another, then leave to go. */
export type ToWorker = { readonly setup: unknown } | { readonly job: unknown } | { readonly leave: true };

/** An error as it goes from one process to the other. */
export interface SentError {
  /** With its settings sealed. */
  readonly message: string;
  /** Only errors of our own have these. */
  readonly code?: ErrorCode;
  readonly kind?: ErrorKind;
  /** Whether the process ends with it. */
  readonly last?: true;
}

/** News while a job lasts, then its result or what went wrong. */
export type FromWorker =
  | { readonly news: unknown }
  /** What it is waiting for, for people. */
  | { readonly waiting: string }
  /** What went wrong beside the job. */
  | { readonly fault: SentError }
  | { readonly result: unknown }
  | { readonly error: SentError };
