/** The best of training is kept by runs and offered again. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../../run/config/small-run.fixture.ts";
import { trainRun } from "../../run/training/train-run.ts";
import { openWorld } from "../../world/open-world.ts";
import { offerBest } from "./offer-best.ts";

const root = mkdtempSync(join(tmpdir(), "windage-offer-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("what training scored is offered, best first, under rules, with the scores it had", async () => {
  const oracleCsv = join(root, "scores.csv");
  const letters = ["A", "C", "G", "T"];
  const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  writeFileSync(
    oracleCsv,
    ["sequence,score", ...all.map((one, i) => `${one},${1 + ((7 * i) % 64)}`)].join("\n"),
  );
  const config = smallConfig({ iterations: 6, oracleCsv });
  const run = await smallRun(root, config);
  const told: string[] = [];
  await trainRun(run, { onProgress: ({ best }) => void told.push(best.sequence), trust: true });
  const { samples, kept, iteration } = await offerBest(run, { best: 5 });
  expect([samples.length, iteration, samples[0]!.sequence]).toEqual([5, 6, told.at(-1)]);
  expect(kept).toBeGreaterThan(20);
  const scores = samples.map(({ score }) => score!);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const world = await openWorld(config, run.folder);
  const again = await world.landscape.score(samples.map(({ sequence }) => sequence));
  expect(Array.from(again)).toEqual(scores);
  const ruled = await offerBest(run, {
    best: 5,
    rules: { avoid: samples[0]!.sequence.slice(0, 2), strands: "one" },
    minDistance: 2,
  });
  expect(ruled.samples.every(({ sequence }) => !sequence.includes(samples[0]!.sequence.slice(0, 2)))).toBe(
    true,
  );
  const others = await offerBest(run, { best: 2, exclude: [samples[0]!.sequence] });
  expect(others.samples[0]).toEqual(samples[1]);
});
