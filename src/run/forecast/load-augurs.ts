/** ETS and MSTL on Node: finds the WebAssembly files inside the installed package and starts them from their bytes. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createAugurs } from "../../forecast/index.ts";
import type { Member } from "../../forecast/index.ts";

/** The two members; nothing is fetched from anywhere. */
export async function loadAugurs(): Promise<{ readonly ets: Member; readonly mstl: Member }> {
  const folder = dirname(createRequire(import.meta.url).resolve("@bsull/augurs/ets"));
  const [ets, mstl] = await Promise.all(
    ["ets_bg.wasm", "mstl_bg.wasm"].map(async (file) => new Uint8Array(await readFile(join(folder, file)))),
  );
  return createAugurs({ ets: ets!, mstl: mstl! });
}
