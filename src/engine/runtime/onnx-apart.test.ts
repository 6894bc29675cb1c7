import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compile } from "../program.ts";
import { f32, i32 } from "../spec.ts";
import { np } from "../jax.ts";

const chain = ({ x, w }: Record<"x" | "w", ReturnType<typeof np.zeros>>) => ({
  y: np.tanh(np.matmul(x.ref, w)),
  total: np.sum(x),
});
const specs = { x: f32(7, 5), w: f32(5, 3) };
const x = Float32Array.from({ length: 35 }, (_, i) => Math.sin(i));
const w = Float32Array.from({ length: 15 }, (_, i) => Math.cos(i));

describe("a program on a thread of its own", () => {
  test("gives the bits that it gives on the caller's", async () => {
    const [here, apart] = [
      await compile("chain", chain, specs),
      await compile("chain", chain, specs, { apart: true }),
    ];
    for (let run = 0; run < 3; run++) {
      const [expected, got] = [await here.run({ x, w }), await apart.run({ x, w })];
      expect({ y: [...got.y], total: [...got.total] }).toEqual({
        y: [...expected.y],
        total: [...expected.total],
      });
      x.reverse();
    }
    await Promise.all([here.dispose(), apart.dispose()]);
  });

  test("has read its inputs when it gives its promise, and leaves the caller to compute", async () => {
    const apart = await compile("chain", chain, specs, { apart: true });
    const expected = [...(await apart.run({ x, w })).y];
    const given = x.slice();
    const running = apart.run({ x: given, w });
    given.fill(0);
    expect([...(await running).y]).toEqual(expected);
    await apart.dispose();
  });

  test("tells what goes wrong in the words of any program, and goes on", async () => {
    const pick = ({ from, at }: Record<"from" | "at", ReturnType<typeof np.zeros>>) => ({
      got: from.slice(at),
    });
    const apart = await compile("pick", pick, { from: f32(4), at: i32(1) }, { apart: true });
    const from = Float32Array.of(1, 2, 3, 4);
    await expect(apart.run({ from, at: Int32Array.of(9) })).rejects.toMatchObject({
      code: "engine/bad-index",
    });
    expect([...(await apart.run({ from, at: Int32Array.of(2) })).got]).toEqual([3]);
    await apart.dispose();
    await expect(apart.run({ from, at: Int32Array.of(2) })).rejects.toMatchObject({
      code: "engine/no-thread",
    });
  });

  test("keeps no process alive, and every one until it has ended", () => {
    const engine = fileURLToPath(new URL("../../entry/engine.ts", import.meta.url));
    // Again and again, because the word of a thread that has run must come late, when its end is waited for.
    const program = `
      const { compile, f32, np } = await import(${JSON.stringify(engine)});
      const sum = ({ x }) => ({ y: np.sum(x) });
      for (let i = 0; i < 5; i++) {
        const apart = await compile("sum", sum, { x: f32(2) }, { apart: true });
        await apart.run({ x: Float32Array.of(1, 2) });
        if (i < 4) await apart.dispose();
        else console.log((await apart.run({ x: Float32Array.of(1, 2) })).y[0]);
      }`;
    const ended = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect({ status: ended.status, stdout: ended.stdout.trim() }).toEqual({ status: 0, stdout: "3" });
  });
});
