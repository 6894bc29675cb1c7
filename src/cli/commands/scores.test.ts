/** `windage scores` on a store that was filled here. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SharedScores } from "../../landscape/source/shared-scores.ts";
import { windageIn } from "../windage.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-scores-"));
const windage = windageIn(folder);
beforeAll(() => void vi.stubEnv("WINDAGE_DATA", join(folder, "data")));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("kept scores are listed, written as CSV and forgotten", async () => {
  expect((await windage("scores", "list")).out).toContain("No scores are kept yet");
  const store = await SharedScores.open('the program ["./score.py"], version "2"');
  await store.append(new Map([["ACGT", 0.5]]));
  await store.append(new Map([["GG", -1]]));
  await store.close();
  const listed = await windage("scores", "list", "--json");
  const { stores } = JSON.parse(listed.out) as { stores: { id: string; scores: number }[] };
  expect(stores).toMatchObject([{ scores: 2 }]);
  expect((await windage("scores", "list")).out).toContain('the program ["./score.py"]');
  const { id } = stores[0]!;
  expect((await windage("scores", "export", id)).out).toBe("sequence,score\nACGT,0.5\nGG,-1\n");
  const out = join(folder, "scores.csv");
  expect((await windage("scores", "export", id.slice(0, 5), "--out", out)).code).toBe(0);
  expect(readFileSync(out, "utf8")).toBe("sequence,score\nACGT,0.5\nGG,-1\n");
  expect(await windage("scores", "export", id, "--out", join(folder, "no", "such.csv"))).toMatchObject({
    code: 1,
  });
  expect(await windage("scores", "clear")).toMatchObject({ code: 2 });
  expect(await windage("scores", "clear", "nothing")).toMatchObject({ code: 2 });
  expect((await windage("scores", "clear", id)).out).toContain("Removed 2 scores of 1 source.");
  expect((await windage("scores", "list")).out).toContain("No scores are kept yet");
});
