/**
 * ETS or MSTL on a thread of its own. Nearly all of their time is a search in WebAssembly, and the other members compute on
 * the main thread just as long; on two cores a forecast with both takes as long as the slower part. The numbers are those
 * of the member itself.
 */
import { Worker } from "node:worker_threads";
import { WindageError } from "../../error.ts";
import type { Ask, Member, PointForecasts } from "../../forecast/member.ts";
import { workerProgram } from "../../worker-program.ts";

/** The members that have such a thread, by their places in `loadAugurs` and by their names. */
const names = { ets: "ETS", mstl: "MSTL" } as const;
export type AugursMember = keyof typeof names;

/** What the thread is sent, and what it sends back. */
export interface AugursJob {
  readonly id: number;
  readonly histories: readonly Float64Array[];
  readonly ask: Ask;
}
export interface AugursAnswer {
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
export function augursInThread(member: AugursMember): ThreadedMember {
  const [program, options] = workerProgram(import.meta.url, "./augurs-worker");
  const worker = new Worker(program, { ...options, workerData: member });
  const name = names[member];
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let ended: Error | undefined;
  const end = (reason: string): void => {
    ended = new WindageError(
      "forecast/no-thread",
      `${name}: its thread has ended (${reason}); forecast again.`,
      {
        kind: "failure",
      },
    );
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", ({ id, points }: AugursAnswer) => {
    waiting.get(id)?.resolve(points);
    waiting.delete(id);
    // Idle, it keeps no process alive.
    if (waiting.size === 0) worker.unref();
  });
  worker.on("error", (error) => end(error.message));
  worker.on("exit", (code) => end(`exit code ${code}`));
  worker.unref();
  return {
    name,
    isApart: true,
    forecast: (histories, { horizon, periods }) =>
      new Promise<PointForecasts>((resolve, reject) => {
        if (ended) return reject(ended);
        const id = next++;
        waiting.set(id, { resolve, reject });
        worker.ref();
        // A view would take the whole series it is a part of along.
        const job: AugursJob = {
          id,
          histories: histories.map((one) => one.slice()),
          ask: { horizon, periods },
        };
        worker.postMessage(job, []);
      }),
    dispose: async () => void (await worker.terminate()),
  };
}
