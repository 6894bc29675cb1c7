/** Tasks that are known exactly at any length: drawn ones, a profile from a file, a module's own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openTruth } from "../../assessment/truth/truth.ts";
import { said, typed } from "../../run/config/typed.fixture.ts";
import { type ExperimentConfig, defaultConfig } from "../../run/config/config.ts";
import { openWorld } from "../open-world.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-automata-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const open = (changes: Partial<ExperimentConfig>): ReturnType<typeof openWorld> =>
  openWorld({ ...defaultConfig, beta: 1, ...changes }, folder);

test("a chain and motifs, of a length, letters and a seed", async () => {
  const chain = await open({
    task: "chain",
    maxLength: 30,
    minLength: 30,
    alphabet: "ABCDE",
    worldSeed: 4,
    alpha: 0.1,
  });
  expect(chain.environment.maxSteps).toBe(30);
  expect(chain.landscape.name).toBe("chain of 30, letters ABCDE, seed 4");
  expect(openTruth(chain)!.limit!.klReverse).toBeGreaterThan(0);
  const motif = await open({ task: "motif", motifWords: "TATA, GGC", motifCap: 2, motifStrands: "one" });
  expect(motif.landscape.name).toBe("motifs TATA, GGC, up to 2 in 60, seed 1");
  // Under --beta the truth is that of the sharper target.
  const sharp = await open({ task: "motif", motifWords: "TATA", beta: 2 });
  const plain = await open({ task: "motif", motifWords: "TATA" });
  expect(openTruth(sharp)!.logZ).not.toBeCloseTo(openTruth(plain)!.logZ, 3);
  expect(openTruth(sharp)!.best).toEqual(openTruth(plain)!.best);
});

test("sequences that may stop early, where both lengths are said", async () => {
  const chain = await open({ task: "chain", minLength: 2, maxLength: 30, alpha: 0.1 });
  expect(chain.landscape.name).toBe("chain of 2 to 30, letters ACGT, seed 1");
  expect(openTruth(chain)!.limit!.klReverse).toBeGreaterThan(0);
  const motif = await open({ task: "motif", minLength: 0, maxLength: 30 });
  expect(openTruth(motif)!.automaton.minLength).toBe(0);
  await expect(typed(() => open({ task: "chain", minLength: 2 }))).rejects.toThrow(
    /--min-length 2 alone, expected --max-length/,
  );
});

const jaspar = ">MA1 one\nA [1 2 9]\nC [3 4 0]\nG [5 1 0]\nT [1 3 1]\n>MA2 two\nA [1]\nC [3]\nG [5]\nT [1]\n";

describe("a profile from a file", () => {
  const profile = written("motifs.jaspar", jaspar);

  test("is chosen by its name, or the beginning of it", async () => {
    const world = await open({ task: "profile", profile, profileName: "MA1" });
    expect(world.environment.maxSteps).toBe(3);
    expect(openTruth(world)!.best.sequence).toBe("GCA");
    const second = await open({ task: "profile", profile, profileName: "two" });
    expect(second.environment.maxSteps).toBe(1);
  });

  test.each([
    [{ task: "profile" }, /add --profile motifs\.meme/],
    [
      { task: "profile", profile },
      /got none for .*motifs\.jaspar with 2 profiles, expected one of MA1 one, MA2 two/,
    ],
    [{ task: "profile", profile, profileName: "MA3" }, /got "MA3"/],
    [
      { task: "profile", profile: written("no.txt", "hello\n") },
      /no\.txt: got no profile, expected a file in MEME/,
    ],
  ])("or refused: %j", async (changes, message) => {
    await expect(typed(() => open(changes))).rejects.toThrow(message);
  });
});

describe("a module that declares an automaton for its own scorer", () => {
  const source = new URL("../../index.ts", import.meta.url).href;
  const module = (score: string, automaton: string, more = "logarithmic: true,"): string => `
    import { sequenceEnvironment } from ${JSON.stringify(source)};
    const environment = sequenceEnvironment({ alphabet: "AB", length: 40 });
    const landscape = { name: "pairs", ${more}
      score: (texts) => Float64Array.from(texts, (text) => ${score}),
      automaton: ${automaton} };
    export default { environment, landscape };`;
  const pairs = 'text.split("AB").length - 1';
  const tables = "{ next: [[0, 1], [0, 1]], logWeight: [[[0, 1], [0, 0]]], start: 1, maxLength: 40 }";

  test("has the truth of it", async () => {
    const world = await open({ task: written("pairs.mjs", module(pairs, tables)) });
    const truth = openTruth(world)!;
    expect(truth.best.score).toBe(20);
    expect(truth.limit!.klReverse).toBeCloseTo(0, 9);
    expect(world.notes).toEqual([]);
  });

  test("is told that its logarithms are multiplied, by the exponent that is usual for scores", async () => {
    const { notes } = await open({ task: written("pairs.mjs", module(pairs, tables)), beta: 3 });
    expect(said(notes!)).toEqual([
      expect.stringMatching(/R = exp\(3·score\) by --beta 3.*--beta 1 takes them/),
    ]);
  });

  test.each([
    [
      "two.mjs",
      module(`2 * (${pairs})`, tables),
      /it says \d+ for "[AB]{40}", which landscape\.score scores \d+/,
    ],
    ["rows.mjs", module(pairs, "{ next: [[0, 2]], logWeight: [[[0, 1]]], maxLength: 40 }"), /next: got 2/],
    [
      "short.mjs",
      module(pairs, tables.replace("maxLength: 40", "maxLength: 30")),
      /30 to 30 places, expected those of the environment/,
    ],
    ["powers.mjs", module(pairs, tables, ""), /expected "logarithmic: true"/],
  ])("or is refused: %s", async (name, text, message) => {
    await expect(open({ task: written(name, text) })).rejects.toThrow(message);
  });
});
