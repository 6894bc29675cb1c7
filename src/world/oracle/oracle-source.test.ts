/** Scores of one's own: one bound of their length alone is told apart from none, and a file that lists all is exact. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { typed } from "../../run/config/typed.fixture.ts";
import { smallConfig } from "../../run/config/small-run.fixture.ts";
import { openWorld } from "../open-world.ts";
import { openLaws } from "../../assessment/law/laws.ts";

test.each([
  [{ minLength: 2, maxLength: null }, "got --min-length 2 alone, expected --max-length beside it; add that"],
  [{ minLength: null, maxLength: 6 }, "got --max-length 6 alone, expected --min-length beside it; add that"],
  [{ minLength: null, maxLength: null }, "got scores without the length of sequences"],
])("%j", async (lengths, message) => {
  const config = smallConfig({
    task: "own",
    oracleCsv: null,
    oracleCommand: ["true"],
    alphabet: "ACGT",
    ...lengths,
  });
  await expect(typed(() => openWorld(config, tmpdir()))).rejects.toThrow(message);
});

describe("a file of several lengths", () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-lengths-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const words = ["A", "C", "AA", "AC", "CA", "CC"];
  const world = (listed: readonly string[], missing: "error" | "floor", lengths = {}) => {
    const file = join(folder, `${listed.length}.csv`);
    writeFileSync(file, `sequence,score\n${listed.map((word, i) => `${word},${i + 1}\n`).join("")}`);
    return openWorld(smallConfig({ oracleCsv: file, alphabet: "AC", missing, ...lengths }), folder);
  };

  test("is exact where it lists every sequence, whatever missing ones would score", async () => {
    for (const missing of ["error", "floor"] as const) {
      const laws = await openLaws(await world(words, missing));
      expect(laws!.objects.toSorted()).toEqual(words.toSorted());
      expect(laws!.scores.toSorted()).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6));
    }
    // Those outside of the lengths that are asked for need not be all there.
    const part = await world(["C", "AA", "AC", "CA", "CC"], "error", { minLength: 2, maxLength: 2 });
    expect((await openLaws(part))!.objects).toHaveLength(4);
  });

  test("says which sequences it lacks before anything is trained", async () => {
    await expect(world(words.slice(1), "error")).rejects.toMatchObject({
      code: "data/incomplete",
      message: expect.stringMatching(
        /1 of 6 sequences of 1 to 2 letters have no score \(A\).*oracle\.missing "floor"/,
      ) as string,
    });
    await expect(world(words, "error", { minLength: 1, maxLength: 3 })).rejects.toThrow(/8 of 14 sequences/);
    expect((await world(words.slice(1), "floor")).free).toBe(true);
  });
});
