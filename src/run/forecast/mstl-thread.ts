/**
 * MSTL on a thread of its own. Nearly all of its time is a search in WebAssembly, and the network beside it computes on
 * the main thread just as long; on two cores a prediction with both takes as long as the slower one. The numbers are
 * those of the member itself.
 */
import { Worker } from "node:worker_threads";
import { WindageError } from "../../error.ts";
import type { Ask, Member, PointForecasts } from "../../forecast/index.ts";
import { workerProgram } from "../../worker-program.ts";

/** What the thread is sent, and what it sends back. */
export interface MstlJob {
  readonly id: number;
  readonly histories: readonly Float64Array[];
  readonly ask: Ask;
}
export interface MstlAnswer {
  readonly id: number;
  readonly points: PointForecasts;
}

/** A member with a thread, which ends with the process or when it is told. */
export interface ThreadedMember extends Member {
  dispose(): Promise<void>;
}

interface Waiting {
  readonly resolve: (points: PointForecasts) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread; forecasts asked for before it is ready wait for it. */
export function mstlInThread(): ThreadedMember {
  const worker = new Worker(...workerProgram(import.meta.url, "./mstl-worker"));
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let ended: Error | undefined;
  const end = (reason: string): void => {
    ended = new WindageError("forecast/no-thread", `MSTL: its thread has ended (${reason}); predict again.`, {
      kind: "failure",
    });
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", ({ id, points }: MstlAnswer) => {
    waiting.get(id)?.resolve(points);
    waiting.delete(id);
    // Idle, it keeps no process alive.
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", (error) => end(error.message));
  worker.on("exit", (code) => end(`exit code ${code}`));
  worker.unref();
  return {
    name: "MSTL",
    forecast: (histories, { horizon, periods }) =>
      new Promise<PointForecasts>((resolve, reject) => {
        if (ended) return reject(ended);
        const id = next++;
        waiting.set(id, { resolve, reject });
        worker.ref();
        // A view would take the whole series it is a part of along.
        const job: MstlJob = {
          id,
          histories: histories.map((one) => one.slice()),
          ask: { horizon, periods },
        };
        worker.postMessage(job, []);
      }),
    dispose: async () => void (await worker.terminate()),
  };
}
