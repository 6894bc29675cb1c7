/** That the native library leaves nothing behind on any thread; `test/nothing-leaves.test.ts` looks at the system's calls. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const engine = new URL("../../entry/engine.ts", import.meta.url).href;
const loader = import.meta.resolve("tsx/esm/api");
/** Runs a program of the engine's and tells on which one. */
const work = (apart = false): string => `
  const { compile, engineInfo, f32, np } = await import(${JSON.stringify(engine)});
  const sum = await compile("sum", ({ x }) => ({ y: np.sum(x) }), { x: f32(2) }, { apart: ${apart} });
  const { y } = await sum.run({ x: Float32Array.of(1, 2) });
  await sum.dispose();
  const { name, reason } = await engineInfo();
  console.log(JSON.stringify({ y: y[0], name, reason }));`;
/** The same on a thread whose \`process.env\` is not that of the process, while the main thread does something else. */
const onThread = (meanwhile: string, apart = false, after = ""): string => `
  const { Worker } = await import("node:worker_threads");
  const work = ${JSON.stringify(`import(${JSON.stringify(loader)}).then(async ({ register }) => { register(); ${work(apart)} ${after} });`)};
  new Worker(work, { eval: true, env: {} });
  ${meanwhile}`;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "windage-telemetry-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a fresh process answers, and the files it leaves where programs leave such. */
function outcomeOf(program: string): unknown {
  // Without the variables of build systems and ours, which also keep the library quiet.
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    TMPDIR: folder,
    XDG_CACHE_HOME: folder,
    TSX_DISABLE_CACHE: "1",
  };
  const here = `process.env.TMPDIR = ${JSON.stringify(folder)};`;
  const words = [
    "--import",
    fileURLToPath(import.meta.resolve("tsx")),
    "--input-type=module",
    "-e",
    `${here}${program}`,
  ];
  // Not from the beginning, because the loader keeps a cache there.
  const ended = spawnSync(process.execPath, words, { encoding: "utf8", env, timeout: 60_000 });
  if (ended.status !== 0) return ended;
  return { ...(JSON.parse(ended.stdout) as object), left: readdirSync(folder, { recursive: true }) };
}

test("the library does write files where nobody stops it", () => {
  const binding = fileURLToPath(import.meta.resolve("onnxruntime-node/dist/binding.js"));
  const program = `
    const { binding } = (await import(${JSON.stringify(binding)})).default;
    // Known as running its own tests it writes, but uploads nothing.
    binding.initOrtOnce(2, function () {}, true);
    console.log("{}");`;
  expect(outcomeOf(program)).toMatchObject({ left: expect.arrayContaining([".ses"]) as unknown });
});

test.each([
  ["on the main thread", work()],
  ["with updates on a thread of ours", work(true)],
  ["on a thread of the user's", onThread("")],
  ["on a thread of ours, started by one of the user's", onThread("", true)],
  [
    "while the main thread computes",
    onThread("for (const until = performance.now() + 1500; performance.now() < until;);"),
  ],
])("%s it writes none and computes", (_, program) => {
  expect(outcomeOf(program)).toEqual({
    y: 3,
    name: "onnx",
    reason: "onnxruntime-node is installed",
    left: [],
  });
});

test("the other engine stands in on a thread that cannot switch it off", () => {
  const done = join(folder, "done");
  const waits = `(await import("node:child_process")).execSync("until test -e ${done}; do sleep .1; done");`;
  const says = `(await import("node:fs")).writeFileSync(${JSON.stringify(done)}, "");`;
  expect(outcomeOf(onThread(waits, false, says))).toEqual({
    y: 3,
    name: "wasm",
    reason: expect.stringMatching(
      /reports to its maker cannot be switched off.*call engineInfo\(\) on the main/,
    ) as unknown,
    left: ["done"],
  });
});
