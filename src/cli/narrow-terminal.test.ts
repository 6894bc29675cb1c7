/** What commands print on terminals of 60 and 80 columns: every line fits, unless it is one word that must stay whole. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { SharedScores } from "../landscape/source/shared-scores.ts";
import { MetricsWriter } from "../run/metrics/metrics-writer.ts";
import { createRun } from "../run/create-run.ts";
import { updateStatus } from "../run/status.ts";
import { writeSummary } from "../run/summary.ts";
import { commands } from "./commands/index.ts";
import { runCli } from "./run-cli.ts";
import { plain } from "./terminal/style.ts";

const folder = await mkdtemp(join(tmpdir(), "windage-narrow-"));
vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function shown(width: number, ...words: string[]): Promise<string> {
  const said: string[] = [];
  const code = await runCli(words, commands, {
    version: "0",
    style: plain,
    errorStyle: plain,
    writeOut: (text) => said.push(text),
    writeError: (text) => said.push(text),
    width,
    errorWidth: width,
  });
  expect([code, said]).toEqual([0, said]);
  return said.join("");
}

/** Lines beyond the width that could have been broken. */
function tooLong(text: string, width: number): string[] {
  return text.split("\n").filter((line) => {
    const words = line.trim().split(/\s+/);
    // A path or a checksum is to be copied, so it may stand whole after its label.
    return line.length > width && Math.max(...words.map((word) => word.length)) < width / 2;
  });
}

const runs = join(folder, "runs");
const ids: string[] = [];
for (const seed of [1, 2]) {
  const run = await createRun({
    root: runs,
    task: "sim8",
    seed,
    config: {
      alpha: seed / 3,
      oracleCommand: ["python3", "score.py", `--seed=${seed}`, "--quiet", "--deep"],
    },
  });
  await updateStatus(run, "finished");
  const writer = new MetricsWriter(run);
  writer.append({ iteration: 1000, loss: -seed / 3e7, averageEntropyOfTheBehaviourPolicy: seed / 7 });
  writer.close();
  const sequences = Array.from({ length: 10 }, (_, i) => ({ sequence: `ACGTACG${i}`, score: 1 / (i + 3) }));
  await writeSummary(run, {
    exact: { tv: seed / 3, klReverse: seed / 3e5 },
    aLongName: { forWhat: { wasMeasuredAtTheEnd: -seed / 3e9 } },
    top: { sequences },
  });
  ids.push(run.id);
}

const reads = join(folder, "reads.csv");
const letters = "ACDEFGHI";
await writeFile(
  reads,
  [
    "intended,observed",
    ...Array.from(letters, (letter) => `${letters},${letters.replace(letter, "C")}`),
  ].join("\n"),
);

for (const oracle of [
  'the program ["python3","score-with-a-long-name.py"] in "/home/somebody/work"',
  ...["first", "second"].map((name) => `"binding" of the module "/home/somebody/a/long/way/${name}.mjs"`),
]) {
  const store = await SharedScores.open(oracle);
  await store.append(new Map([["ACGT", 0.5]]));
  await store.close();
}

describe.each([60, 80])("on %i columns", (width) => {
  test.each([
    ["runs list", ["runs", "list", "--runs", runs]],
    ["runs show", ["runs", "show", ids[0]!, "--runs", runs]],
    ["runs diff", ["runs", "diff", ids[0]!, ids[1]!, "--runs", runs]],
    ["noise fit", ["noise", "fit", reads, "--alphabet", letters]],
    ["noise fit --by-position", ["noise", "fit", reads, "--alphabet", letters, "--by-position"]],
    ["scores list", ["scores", "list"]],
    ["data list", ["data", "list"]],
    ["data info", ["data", "info", "sim8"]],
  ])("%s", async (_, words) => {
    expect(tooLong(await shown(width, ...words), width)).toEqual([]);
  });

  test("lists cut no words, and keep the names at the ends of paths", async () => {
    const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
    expect(flat(await shown(width, "data", "list"))).toMatch(/built in, (?:\S+ )*simulated/);
    const listed = await shown(width, "scores", "list");
    for (const name of ["first", "second"]) expect(listed).toContain(`${name}.mjs"`);
  });

  test.each(commands.map(({ name }) => name))("%s --help-all", async (name) => {
    for (const flag of ["--help", "--help-all"])
      expect(tooLong(await shown(width, ...name.split(" "), flag), width)).toEqual([]);
  });
});
