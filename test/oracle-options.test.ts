/** How programs and services that score are reached from the command line: limits, secrets, and lists in config files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { windage } from "./windage.fixture.ts";

const world = windage({ SCORE_TOKEN: "Bearer s3cret" });
const small = "--alphabet AB --length 4 --iterations 3 --on-policy 8 --hidden 8 --layers 1 --samples 16";
const asked: { readonly header: string | undefined; readonly count: number }[] = [];
let [underWay, mostUnderWay] = [0, 0];

const service = createServer((request, response) => {
  mostUnderWay = Math.max(mostUnderWay, ++underWay);
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const { sequences } = JSON.parse(body) as { sequences: string[] };
    asked.push({ header: request.headers.authorization, count: sequences.length });
    // Slow enough for a second request to come in meanwhile, if one were allowed.
    setTimeout(() => {
      underWay--;
      response.end(JSON.stringify({ scores: sequences.map((text) => text.split("A").length) }));
    }, 5);
  });
});
let url = "";

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => service.close(done)));

/** Everything that a run's folder holds. */
function kept(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("a service", { timeout: 60_000 }, () => {
  test("gets headers from the environment, which the run does not keep, in batches of the size asked for", async () => {
    const options = "--oracle-header Authorization=SCORE_TOKEN --oracle-batch 3 --oracle-concurrency 1";
    const words = `--oracle-url ${url} ${options} ${small}`.split(" ");
    const { code, out, err } = await world.run("train", ...words, "--json");
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.every(({ header }) => header === "Bearer s3cret")).toBe(true);
    expect(asked.every(({ count }) => count <= 3)).toBe(true);
    expect(mostUnderWay).toBe(1);
    const { run } = JSON.parse(out) as { run: string };
    expect(kept(run)).toContain("Authorization=SCORE_TOKEN");
    expect(kept(run)).not.toContain("s3cret");
  });

  test("an address that is none is told in the words that were typed", async () => {
    const { code, err } = await world.run("train", "x", ...`--oracle-url foo ${small}`.split(" "));
    expect(code).toBe(2);
    expect(err).toContain("--oracle-url: expected an http:// or https:// address");
  });

  test("a variable that is not set is a mistake, before anything is asked", async () => {
    const before = asked.length;
    const words = `--oracle-url ${url} --oracle-header X-Key=NO_SUCH_VARIABLE ${small}`.split(" ");
    const { code, err } = await world.run("train", ...words);
    expect(code).toBe(2);
    expect(err).toContain("the environment variable NO_SUCH_VARIABLE");
    expect(asked.length).toBe(before);
  });
});

describe("a program", { timeout: 60_000 }, () => {
  test("is a list in a config file, and is waited for as long as asked", async () => {
    const program = join(world.files, "score.mjs");
    writeFileSync(
      program,
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  if (process.argv[2] !== "silent") console.log(JSON.stringify({ id, score: sequence.split("A").length }));
}`,
    );
    const config = (name: string, words: readonly string[]): string => {
      const path = join(world.files, name);
      writeFileSync(
        path,
        `oracleCommand: [${words.join(", ")}]\nalphabet: AB\nlength: 4\niterations: 2\nonPolicy: 4\nhidden: 8\nsamples: 8\n`,
      );
      return path;
    };
    const [good, silent] = await Promise.all([
      world.run("train", "--config", config("good.yaml", ["node", program]), "--json"),
      world.run(
        "train",
        "--config",
        config("silent.yaml", ["node", program, "silent"]),
        "--oracle-timeout",
        "0.2",
      ),
    ]);
    expect({ code: good.code, err: good.code === 0 ? "" : good.err }).toEqual({ code: 0, err: "" });
    expect(silent.code).toBe(1);
    expect(silent.err).toContain("no answer for 200 ms");
    expect(silent.err).toContain("--oracle-timeout");
  });
});

test("a CSV file tells its letters and their number by itself", { timeout: 60_000 }, async () => {
  const rows = Array.from({ length: 16 }, (_, i) => `${"ACGT"[i >> 2]!}${"ACGT"[i & 3]!},${i + 1}`);
  const csv = join(world.files, "pairs.csv");
  writeFileSync(csv, `sequence,score\n${rows.join("\n")}\n`);
  const words = "--iterations 3 --on-policy 8 --hidden 8 --layers 1 --samples 16 --json".split(" ");
  const { code, out, err } = await world.run("train", "--oracle-csv", csv, ...words);
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("GT");
});
