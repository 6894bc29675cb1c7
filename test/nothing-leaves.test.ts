/**
 * Nothing leaves the machine: every command that computes runs in a network of its own that drops everything, with each
 * request to the system for sockets and files recorded.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { withoutTools } from "./system-tools.fixture.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** A module of ours as it was built, because compiling the source on the way opens connections and files of its own. */
const module = (name: string): string => join(root, `dist/${name}.js`);
const folder = mkdtempSync(join(tmpdir(), "windage-nothing-leaves-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [home, temporary, kept] = ["home", "tmp", "kept"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/** Everything that is sent goes nowhere, names included, and nobody says so. */
const dropAll = `
  ip link set lo up && ip address add 192.0.2.1/32 dev lo && ip route add default dev lo src 192.0.2.1 &&
  mount --bind ${join(folder, "resolv.conf")} /etc/resolv.conf && exec "$@"`;
const inside = ["--net", "--mount", "sh", "-c", dropAll, "sh"];

interface Recorded {
  readonly code: number | null;
  /** How long it lasted after it had said its last word. */
  readonly silentMs: number;
  readonly calls: readonly string[];
  readonly said: string;
}

/** Runs Node with these words and records it. */
function recorded(name: string, ...words: readonly string[]): Promise<Recorded> {
  const log = join(folder, `${name}.log`);
  const watch = ["strace", "-f", "--seccomp-bpf", "-e", "trace=%network,%file", "-o", log];
  const child = spawn("unshare", [...inside, ...watch, process.execPath, ...words], {
    cwd: root,
    // Without the variables of build systems and ours, which keep the library quiet by themselves.
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      TMPDIR: temporary,
      WINDAGE_RUNS: join(kept, "runs"),
      WINDAGE_DATA: join(kept, "data"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [said, last] = ["", performance.now()];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      last = performance.now();
    });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const silentMs = performance.now() - last;
      resolve({ code, silentMs, calls: readFileSync(log, "utf8").split("\n"), said });
    });
  });
}

const windage = (name: string, ...words: readonly string[]): Promise<Recorded> =>
  recorded(name, module("cli/main"), name, ...words);

/** A library user's program, which computes on a thread and stays until reports would have been sent. */
const library = `
  import { Worker, isMainThread } from "node:worker_threads";
  if (isMainThread) {
    new Worker(new URL(import.meta.url), { env: {} });
  } else {
    const { compile, engineInfo, f32, np } = await import(${JSON.stringify(module("entry/engine"))});
    const sum = await compile("sum", ({ x }) => ({ y: np.sum(x) }), { x: f32(2) });
    await sum.run({ x: Float32Array.of(1, 2) });
    setTimeout(async () => console.log((await engineInfo()).name), 13_000);
  }`;

/** Requests that end in another place than memory, this machine's disk or our own processes. */
const toNetwork =
  /^\d+ +(?:socket\((?!AF_UNIX)|socket\(.*(?:INET|NETLINK)|(?:connect|sendto|bind)\(.*AF_(?!UNIX))/;
const lookUp = /resolv\.conf|nsswitch\.conf|\/etc\/hosts|nscd/;
const writes =
  /^\d+ +(?:openat?\(.*(?:O_WRONLY|O_RDWR|O_CREAT)|creat|mkdir|rename|link|symlink|truncate|mknod|unlink|rmdir)/;
const ours = (line: string): boolean =>
  line.includes(`"${kept}`) || /"\/dev\/(?:null|tty)"|"\/proc\//.test(line);

/** What of it should not have been. */
const leaks = ({ calls }: Recorded): readonly string[] =>
  calls.filter((line) => toNetwork.test(line) || lookUp.test(line) || (writes.test(line) && !ours(line)));

test("on a network that drops everything commands send nothing, write nowhere else and end at once", async ({
  skip,
}) => {
  const reason =
    process.platform === "linux"
      ? withoutTools([
          { program: "strace", package: "strace" },
          { program: "unshare", package: "util-linux" },
          { program: "ip", package: "iproute2" },
        ])
      : "needs Linux";
  if (reason !== undefined) skip(reason);
  expect(existsSync(module("cli/main")), "npm run build has not been run").toBe(true);
  for (const name of [home, temporary, kept]) mkdirSync(name);
  writeFileSync(join(folder, "resolv.conf"), "nameserver 198.51.100.53\n");
  if (spawnSync("unshare", [...inside, "strace", "-o", "/dev/null", "true"]).status !== 0)
    skip("needs the right to make namespaces and to trace processes");

  const program = join(folder, "library.mjs");
  writeFileSync(program, library);
  const months = Array.from({ length: 48 }, (_, i) => {
    const date = new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 10);
    return `${date},${10 + Math.sin(i / 2)}`;
  });
  writeFileSync(join(folder, "series.csv"), `date,value\n${months.join("\n")}\n`);
  const sequences = Array.from({ length: 64 }, (_, i) =>
    [16, 4, 1].map((place) => "ACGT"[Math.floor(i / place) % 4]).join(""),
  );
  const rows = sequences.map((word, i) => `${word}${word},${(i * 37) % 64}`);
  writeFileSync(join(folder, "assay.csv"), `sequence,score\n${rows.join("\n")}\n`);

  const [alone, runs, others] = await Promise.all([
    recorded("library", program),
    (async () => ({
      train: await windage("train", "--iterations", "10", "--overlap"),
      resume: await windage("resume", "latest", "--iterations", "12"),
      sample: await windage("sample", "latest", "--count", "4"),
      evaluate: await windage("evaluate", "latest"),
    }))(),
    (async () => ({
      compare: await windage(
        "compare",
        "--methods",
        "sdb,random",
        "--noise",
        "0.1",
        "--seeds",
        "1",
        "--calls",
        "512",
        "--parallel",
        "1",
        "--out",
        join(kept, "comparison"),
      ),
      design: await windage("design", join(folder, "assay.csv"), "--batch", "4"),
      forecast: await windage("forecast", join(folder, "series.csv"), "--horizon", "2"),
    }))(),
  ]);
  const all = { library: alone, ...runs, ...others };
  for (const [name, one] of Object.entries(all)) {
    expect({ name, code: one.code, ...(one.code === 0 ? {} : { said: one.said }) }).toEqual({
      name,
      code: 0,
    });
    expect({ name, leaks: leaks(one) }).toEqual({ name, leaks: [] });
    expect(one.silentMs, `${name} after its last word`).toBeLessThan(1000);
  }
  expect(alone.said.trim()).toBe("onnx");
  expect(readdirSync(home)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
}, 180_000);
