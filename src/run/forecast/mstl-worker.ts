/** The thread behind `mstl-thread.ts`: forecasts what it is sent, one message for each. */
import { parentPort } from "node:worker_threads";
import { loadAugurs } from "./load-augurs.ts";
import type { MstlAnswer, MstlJob } from "./mstl-thread.ts";

const { mstl } = await loadAugurs();
parentPort!.on("message", ({ id, histories, ask }: MstlJob) => {
  // MSTL computes without a pause; the promise is there for members that do not.
  void Promise.resolve(mstl.forecast(histories, ask)).then((points) =>
    parentPort!.postMessage({ id, points } satisfies MstlAnswer, []),
  );
});
