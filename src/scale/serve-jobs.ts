/**
 * The inside of a process of `ProcessPool`: does jobs as they come and leaves when the line to the pool is cut, however
 * that came about.
 */
import { WindageError } from "../error.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Does one job and may tell news meanwhile. */
export type Serve = (job: unknown, tell: (news: unknown) => void) => Promise<unknown>;

/** Call it once; `begin` gets the setup. */
export function serveJobs(begin: (setup: unknown) => Serve): void {
  const send = (message: FromWorker): void => {
    if (process.connected) process.send!(message, undefined, undefined, () => undefined);
  };
  // Ctrl-C in a terminal reaches every process of the command; only the first one decides what it means.
  process.on("SIGINT", () => undefined);
  process.on("disconnect", () => process.exit());
  let serve: Serve | undefined;
  process.on("message", (message: ToWorker) => {
    if ("setup" in message) {
      serve = begin(message.setup);
      return;
    }
    if ("leave" in message) process.exit();
    serve!(message.job, (news) => send({ news })).then(
      (result) => send({ result: result ?? null }),
      (error: unknown) => send({ error: describe(error) }),
    );
  });
}

function describe(error: unknown): Extract<FromWorker, { error: unknown }>["error"] {
  if (error instanceof WindageError) {
    return { message: error.message, code: error.code, kind: error.kind };
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
