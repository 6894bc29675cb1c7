/** Which runtime is chosen, and why; the missing package is tested in a tree where it really is missing. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type * as Select from "./select.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The module as a fresh process would see it: it remembers its choice. */
async function freshSelect(environment: string | undefined): Promise<typeof Select> {
  vi.stubEnv("WINDAGE_ENGINE", environment);
  vi.resetModules();
  return import("./select.ts");
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe("with the native package installed", () => {
  test.each([undefined, ""])("WINDAGE_ENGINE of %j means onnx", async (environment) => {
    const { engineInfo } = await freshSelect(environment);
    const info = await engineInfo();
    expect(info).toMatchObject({ name: "onnx", reason: "onnxruntime-node is installed" });
    expect(info.description).toMatch(/^ONNX Runtime \d+\.\d+/);
  });

  test.each(["onnx", "wasm"] as const)("WINDAGE_ENGINE=%s is obeyed", async (name) => {
    const { engineInfo, selectRuntime } = await freshSelect(name);
    expect(await engineInfo()).toMatchObject({ name, reason: "WINDAGE_ENGINE is set" });
    expect((await selectRuntime()).name).toBe(name);
  });

  test("the caller's wish comes before the environment", async () => {
    const { engineInfo } = await freshSelect("onnx");
    expect(await engineInfo("wasm")).toMatchObject({ name: "wasm", reason: "asked for by the caller" });
  });

  test("anything else is an error that says what may be written", async () => {
    const { engineInfo } = await freshSelect("gpu");
    await expect(engineInfo()).rejects.toMatchObject({ code: "engine/unknown-engine" });
    await expect(engineInfo()).rejects.toThrow(/got "gpu", expected "onnx" or "wasm"/);
  });
});

describe("without the native package", () => {
  let tree = "";

  /** A copy of the sources beside links to every package but the native one. */
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), "windage-without-native-"));
    mkdirSync(join(tree, "node_modules"));
    for (const name of readdirSync(join(root, "node_modules"))) {
      // An empty folder in its place, so that Node does not look for the package further up.
      if (name === "onnxruntime-node") mkdirSync(join(tree, "node_modules", name));
      else symlinkSync(join(root, "node_modules", name), join(tree, "node_modules", name));
    }
    // The files that everyone may import lie directly in the folder.
    const shared = readdirSync(join(root, "src")).filter((name) => /^[a-z-]+\.ts$/.test(name));
    for (const part of ["engine", "entry", "random", ...shared])
      cpSync(join(root, "src", part), join(tree, "src", part), { recursive: true });
    writeFileSync(join(tree, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(
      join(tree, "ask.ts"),
      `import { compile, engineInfo, f32, np } from "./src/entry/engine.ts";
       try {
         const asks = process.env.ASKS_FIRST === "yes";
         if (asks) await engineInfo();
         const program = await compile("double", ({ x }) => ({ y: x.mul(2) }), { x: f32(2) });
         const { y } = await program.run({ x: Float32Array.of(1, 2.5) });
         const info = await engineInfo();
         console.log(JSON.stringify({ info, y: [...y], engine: program.engine }));
       } catch (error) {
         console.log(JSON.stringify({ code: error.code, message: error.message }));
       }
       process.exit(0);`,
    );
  });

  afterAll(() => {
    rmSync(tree, { recursive: true, force: true });
  });

  async function ask(engine: string, asksFirst = "yes"): Promise<Record<string, unknown>> {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--import", "tsx", "ask.ts"], {
      cwd: tree,
      env: { ...process.env, WINDAGE_ENGINE: engine, ASKS_FIRST: asksFirst, NODE_OPTIONS: "" },
    });
    return { ...(JSON.parse(stdout) as Record<string, unknown>), stderr };
  }

  test("programs run on wasm, and the reason says so", async () => {
    const answer = await ask("");
    expect(answer).toMatchObject({ y: [2, 5], engine: "wasm", info: { name: "wasm" } });
    expect((answer["info"] as { reason: string }).reason).toMatch(
      /onnxruntime-node cannot be loaded \(.*onnxruntime-node/,
    );
  });

  test("a program that does not ask is warned once, with what to do", async () => {
    const { stderr } = await ask("", "no");
    expect(String(stderr).match(/the native engine is not installed/g)).toHaveLength(1);
    expect(stderr).toMatch(/ten times slower.*npm install --ignore-scripts onnxruntime-node/);
    expect((await ask("", "yes"))["stderr"]).toBe("");
    expect((await ask("wasm", "no"))["stderr"]).toBe("");
  });

  test("asking for onnx is an error that says how to get it", async () => {
    const answer = await ask("onnx");
    expect(answer["code"]).toBe("engine/native-missing");
    expect(answer["message"]).toMatch(/npm install --ignore-scripts onnxruntime-node/);
  });
});
