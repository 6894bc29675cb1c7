/** Random commands under random limits on addresses and open files, as clusters set them: done, or refused in words. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pick, type Campaign } from "./campaign.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const gigabyteInKb = 2 ** 20;
/** Node itself needs .8 GB, and 20 files. */
const addresses = ["unlimited", ...[1, 2, 4, 8, 16].map((size) => `${size * gigabyteInKb}`)];
const files = ["32", "64", "256", "1024"];

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function limited(folder: string, script: string, words: readonly string[]): Promise<Ended> {
  const env = { ...process.env, WINDAGE_RUNS: join(folder, "runs"), WINDAGE_DATA: join(folder, "data") };
  const child = spawn("sh", ["-c", `${script} && exec "$@"`, "sh", process.execPath, main, ...words], {
    env,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}

export const limits: Campaign = {
  name: "system-limits",
  promise: "under limits on addresses and files a command does its work or is refused in words",
  short: 6,
  long: 200,
  async begin(shared) {
    const [assay, series] = [join(shared, "assay.csv"), join(shared, "series.csv")];
    const letters = ["A", "C", "G", "T"];
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    // Some are left to find.
    const measured = all.slice(0, 48);
    writeFileSync(
      assay,
      `sequence,score\n${measured.map((word, i) => `${word},${(i * 37) % 64}`).join("\n")}\n`,
    );
    const months = Array.from(
      { length: 36 },
      (_, i) => `20${20 + Math.floor(i / 12)}-${(i % 12) + 1}-01,${i % 7}`,
    );
    writeFileSync(series, `date,value\n${months.join("\n")}\n`);
    const trained = await limited(shared, "true", ["train", "--iterations", "3"]);
    if (trained.code !== 0) throw new Error(trained.said);
    const commands = [
      ["train", "--iterations", "3"],
      ["resume", "latest", "--iterations", "3"],
      ["sample", "latest", "--count", "4"],
      ["evaluate", "latest"],
      [
        "compare",
        "--methods",
        "random",
        "--noise",
        "0.1",
        "--seeds",
        "1",
        "--calls",
        "256",
        "--parallel",
        "1",
      ],
      ["design", assay, "--batch", "3"],
      ["forecast", series, "--horizon", "2"],
      ["runs", "list"],
    ];
    return async (random) => {
      const words = pick(random, commands);
      const flag = random.integer(2) === 0 ? "export NODE_OPTIONS=--disable-wasm-trap-handler && " : "";
      const script = `${flag}ulimit -c 0 && ulimit -v ${pick(random, addresses)} && ulimit -n ${pick(random, files)}`;
      const { code, said } = await limited(shared, script, words);
      const isRefused =
        code === 2 && /^error \[(?:engine\/few-addresses|cli\/few-files)\] .*expected.*raise it/s.test(said);
      return code === 0 || isRefused
        ? undefined
        : `${script}: ${words.join(" ")}: ${code}: ${said.slice(-500)}`;
    };
  },
};
