/** What a pool and its processes say to each other. */
import type { ErrorCode, ErrorKind } from "../error.ts";

/** First the setup, then one job after another, then leave to go. */
export type ToWorker = { readonly setup: unknown } | { readonly job: unknown } | { readonly leave: true };

/** News while a job lasts, then its result or what went wrong. */
export type FromWorker =
  | { readonly news: unknown }
  | { readonly result: unknown }
  | {
      readonly error: {
        readonly message: string;
        /** Only errors of our own have these. */
        readonly code?: ErrorCode;
        readonly kind?: ErrorKind;
      };
    };
