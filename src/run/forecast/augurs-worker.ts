/** The thread behind `augurs-thread.ts`: forecasts what it is sent, one message for each. */
import { parentPort, workerData } from "node:worker_threads";
import { loadAugurs } from "./load-augurs.ts";
import type { AugursAnswer, AugursJob, AugursMember } from "./augurs-thread.ts";

const member = (await loadAugurs())[workerData as AugursMember];
parentPort!.on("message", ({ id, histories, ask }: AugursJob) => {
  // It computes without a pause; the promise is there for members that do not.
  void Promise.resolve(member.forecast(histories, ask)).then((points) =>
    parentPort!.postMessage({ id, points } satisfies AugursAnswer, []),
  );
});
