/**
 * The inside of a process of `ProcessPool`: does jobs as they come and leaves when the line to the pool is cut, however
 * that came about.
 */
import { WindageError } from "../error.ts";
import { blameStray, blameTraced } from "../world/module/blame.ts";
import { ignoreLine } from "../world/module/module-calls.ts";
import { onFault, onWaiting } from "../file/notices.ts";
import { inWords, sealing } from "../wording.ts";
import { describeThrown, isErrorOf, traceOf } from "../thrown.ts";
import type { FromWorker, SentError, ToWorker } from "./messages.ts";

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
  if (process.channel) ignoreLine(process.channel);
  onWaiting((waiting) => send({ waiting }));
  onFault((fault) => send({ fault: describe(fault) }));
  const onStray = (how: string) => (thrown: unknown) => {
    // What else goes on in this process belongs to a job that has failed.
    const error = { ...describe(blameStray(thrown, how) ?? thrown), last: true as const };
    process.send?.({ error }, undefined, undefined, () => process.exit(1));
  };
  process.on("uncaughtException", onStray("an error was thrown where nobody could catch it"));
  process.on("unhandledRejection", onStray("a promise was rejected that nobody awaits"));
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

function describe(thrown: unknown): SentError {
  const error = blameTraced(thrown) ?? thrown;
  if (isErrorOf(WindageError, error)) {
    return { message: inWords(error.said, sealing), code: error.code, kind: error.kind };
  }
  return { message: traceOf(error) || describeThrown(error) };
}
