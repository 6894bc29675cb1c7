/** Noise from a file of probabilities, as training gets it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tokenKernel } from "../environment/noise/token-kernel.ts";
import { type ExperimentConfig, defaultConfig } from "../run/config/config.ts";
import { openTask } from "./open-task.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-matrix-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Rows of the matrix in which a letter is replaced by a random one with probability α. */
function rows(alpha: number, before = "", after = ""): readonly string[] {
  return Array.from("ACGT", (wanted) =>
    [
      before + wanted,
      ...Array.from("ACGT", (came) => (wanted === came ? 1 - alpha : 0) + alpha / 4).map(String),
    ]
      .join(",")
      .concat(after),
  );
}

const open = (changes: Partial<ExperimentConfig>): ReturnType<typeof openTask> =>
  openTask({ ...defaultConfig, ...changes }, folder);

test("a uniform matrix is the noise of --alpha, with any delimiter and decimal mark", async () => {
  const lines = ["intended,A,C,G,T", ...rows(0.25)];
  const semicolons = lines.map((line) => line.replaceAll(",", ";").replaceAll(".", ","));
  const expected = tokenKernel((await open({ alpha: 0.25 })).environment)!;
  for (const [name, text] of [
    ["plain.csv", lines],
    ["european.csv", semicolons],
  ] as const) {
    const { environment } = await open({ alpha: null, noiseMatrix: written(name, text) });
    const kernel = tokenKernel(environment)!;
    for (const [at, value] of kernel.entries()) expect(value).toBeCloseTo(expected[at]!, 14);
  }
});

test("a matrix for each place holds at its place, and the last one beyond", async () => {
  const noiseMatrix = written("places.csv", [
    "position,intended,A,C,G,T",
    ...rows(0, "1,"),
    ...rows(0.4, "2,"),
  ]);
  const { environment } = await open({ alpha: null, noiseMatrix });
  const row = new Float64Array(environment.outcomeCount);
  const at = (letters: number): number => {
    let state = environment.initial;
    for (let t = 0; t < letters; t++) state = environment.next(state, 2);
    environment.outcomeProbabilities(state, 1, row);
    return row[1]!;
  };
  expect([at(0), at(1), at(7)]).toEqual([1, expect.closeTo(0.7, 12), expect.closeTo(0.7, 12)]);
  expect(tokenKernel(environment)).toBeNull();
});

test("lost and added letters are refused, with what takes them into account", async () => {
  const noiseMatrix = written("lengths.csv", [
    "intended,A,C,G,T,deleted,inserted",
    ...rows(0.1, "", ",0,0.01"),
  ]);
  await expect(open({ alpha: null, noiseMatrix })).rejects.toThrow(
    /lengths\.csv: got the columns "deleted" and "inserted".*windage design/,
  );
});
