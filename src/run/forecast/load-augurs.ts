/** ETS and MSTL on Node: finds the WebAssembly files inside the installed package and starts them from their bytes. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { requireAddressSpace } from "../../address-space.ts";
import { createAugurs } from "../../forecast/classical/augurs.ts";
import type { Member } from "../../forecast/member.ts";
import { augursInThread } from "./augurs-thread.ts";

/** The two members; nothing is fetched from anywhere. */
export async function loadAugurs(): Promise<{ readonly ets: Member; readonly mstl: Member }> {
  const folder = dirname(createRequire(import.meta.url).resolve("@bsull/augurs/ets"));
  const [ets, mstl] = await Promise.all(
    ["ets_bg.wasm", "mstl_bg.wasm"].map(async (file) => new Uint8Array(await readFile(join(folder, file)))),
  );
  return createAugurs({ ets: ets!, mstl: mstl! });
}

/** Values to be read, over all series and origins, from which on threads are worth their start: some seconds of work. */
const muchWork = 50_000;

/** The two members, on threads of their own where much is asked of them; whoever asks ends the threads. */
export async function startAugurs(
  histories: readonly Float64Array[],
  windows: number,
): Promise<{ readonly ets: Member; readonly mstl: Member; dispose(): Promise<void> }> {
  requireAddressSpace("forecasts with ETS and MSTL", { usual: 64, withOption: 24 });
  const values = histories.reduce((sum, { length }) => sum + length, 0) * (windows + 1);
  if (values < muchWork) return { ...(await loadAugurs()), dispose: async () => undefined };
  const [ets, mstl] = [augursInThread("ets"), augursInThread("mstl")];
  return {
    ets,
    mstl,
    dispose: async () => void (await Promise.all([ets.dispose(), mstl.dispose()])),
  };
}
