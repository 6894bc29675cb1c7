/**
 * The rooms that have to run in a browser, bundled for one and run where nothing of Node is at hand: a policy is
 * trained, sampled and evaluated exactly on the wasm engine.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-browser-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What programs import there; `node/` beside it has what needs Node. */
const entries = readdirSync(join(root, "src/entry")).filter((file) => file.endsWith(".ts"));

/** What a page would do. */
const page = `
export * as windage from "./src/index.ts";
${entries.map((file) => `export * as ${file.replace(".ts", "")} from "./src/entry/${file}";`).join("\n")}
import { assess, createTrainer, Reward, SequenceSpace, stickyNoise, TableLandscape } from "./src/index.ts";

const scores = Float64Array.from({ length: 8 }, (_, i) => (i + 1) / 8);
const landscape = new TableLandscape("small", new SequenceSpace("AB", 3), scores);
const reward = new Reward({ exponent: 1 });
const trainer = await createTrainer({ landscape, noise: stickyNoise(0.1), reward, seed: 1, decayOver: 60 });
for (let i = 0; i < 60; i++) await trainer.iterate();
const samples = await trainer.sample(4);
const { exact } = await assess(trainer);
console.log(JSON.stringify({ samples, tv: exact.tv, node: typeof process }));
`;

test("a browser's bundle trains, samples and evaluates without Node", async () => {
  const { warnings } = await build({
    stdin: { contents: page, resolveDir: root, loader: "ts" },
    outfile: join(folder, "page.mjs"),
    bundle: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  expect(warnings.map(({ text }) => text)).toEqual([]);
  writeFileSync(join(folder, "start.mjs"), 'delete globalThis.process;\nawait import("./page.mjs");\n');
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "start.mjs")]);
  const { samples, tv, node } = JSON.parse(stdout);
  expect(node).toBe("undefined");
  expect(samples).toHaveLength(4);
  expect(tv).toBeLessThan(0.1);
});
