/**
 * The rooms that have to run in a browser, bundled for one and run where nothing of Node is at hand: a policy is
 * trained, sampled and evaluated exactly on the wasm engine.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { browserRooms } from "../scripts/folder-rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-browser-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const rooms = browserRooms.filter((room) => existsSync(join(root, "src", room, "index.ts")));

/** What a page would do. */
const page = `
export * as windage from "./src/index.ts";
${rooms.map((room) => `export * as ${room} from "./src/${room}/index.ts";`).join("\n")}
import { createEvaluator, policyOf } from "./src/assessment/index.ts";
import { sequenceEnvironment, stickyNoise, withNoise } from "./src/environment/index.ts";
import { Reward, SequenceSpace, TableLandscape } from "./src/landscape/index.ts";
import { createTrainer, sampleObjects } from "./src/training/index.ts";

const space = new SequenceSpace("AB", 3);
const landscape = new TableLandscape("small", space, Float64Array.from({ length: 8 }, (_, i) => (i + 1) / 8));
const environment = withNoise(sequenceEnvironment({ alphabet: "AB", length: 3 }), stickyNoise(0.1));
const reward = new Reward({ exponent: 1 });
const trainer = await createTrainer({ environment, landscape, reward, seed: 1, decayOver: 60 });
for (let i = 0; i < 60; i++) await trainer.iterate();
const samples = await sampleObjects(trainer, 4);
const evaluator = await createEvaluator({ environment, landscape, reward, free: true }, policyOf(trainer));
const { exact } = await evaluator.evaluate();
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
