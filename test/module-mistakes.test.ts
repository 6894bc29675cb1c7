/**
 * Mistakes in a user's module that only a whole process shows: errors that nobody catches, promises that never settle,
 * things left open, words on standard output. Each is told as the module's, and what was done is kept.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { windage, type Outcome } from "./windage.fixture.ts";

vi.setConfig({ testTimeout: 240_000 });

const program = windage();
const { files } = program;

/** Sets of markers in any order; there are 4,095 of them, so every iteration has something to ask. */
const parts = `
const n = 12;
const environment = {
  name: "panels", actionCount: n + 1, outcomeCount: n + 1, maxSteps: n + 1, featureCount: n + 1,
  initial: { chosen: Array(n).fill(false), done: false },
  isTerminal: ({ done }) => done,
  isLegal: ({ chosen, done }, action) => !done && (action === n ? chosen.includes(true) : !chosen[action]),
  outcomeProbabilities(_, action, out) { out.fill(0); out[action] = 1; },
  next: ({ chosen }, outcome) =>
    outcome === n ? { chosen, done: true } : { chosen: chosen.with(outcome, true), done: false },
  encode: ({ chosen, done }, out, offset) => out.set([...chosen, done].map(Number), offset),
  key: ({ chosen, done }) => chosen.map(Number).join("") + (done ? "." : "-"),
  objectOf: ({ chosen }) => chosen.map(Number).join(""),
  backward: {
    count: n + 1,
    indexOf: (action) => action,
    isLegal: ({ chosen, done }, index) => (done || index === n ? done && index === n : chosen[index]),
  },
};
let calls = 0;
const scores = (objects) => objects.map((object) => object.split("1").length - 1);
const landscape = { name: "markers", score: scores };
`;

const small = ["--iterations", "12", "--on-policy", "8", "--hidden", "8", "--samples", "64", "--json"];

function train(name: string, text: string): Promise<Outcome> {
  const path = join(files, name);
  writeFileSync(path, parts + text);
  return program.run("train", path, ...small);
}

interface Document {
  readonly run?: string;
  readonly steps?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

test.concurrent.each([
  [
    "rejected.mjs",
    'landscape.score = (o) => { if (++calls === 3) Promise.reject(new Error("stray")); return scores(o); };',
    "run/module-stray",
    [
      "a promise was rejected that nobody awaits",
      '"stray" at line',
      "Stopped at iteration",
      "windage resume",
    ],
  ],
  [
    "timer.mjs",
    "landscape.score = (o) => ++calls < 4 ? scores(o) : new Promise(() => setTimeout(() => { throw null; }, 5));",
    "run/module-stray",
    ["an error was thrown where nobody could catch it: null, which is no Error"],
  ],
  [
    "never.mjs",
    "landscape.score = (o) => (++calls < 4 ? scores(o) : new Promise(() => {}));",
    "run/module-silent",
    ["landscape.score gave a promise that never settles", "every score that arrived"],
  ],
  ["await.mjs", "await new Promise(() => {});", "run/module-silent", ["an await at its top level"]],
  [
    "exit.mjs",
    "landscape.score = (o) => { if (++calls > 3) process.exit(0); return scores(o); };",
    "run/module-ended",
    ["process.exit(0)", "windage resume"],
  ],
])("%s is told as what it is", async (name, text, code, words) => {
  const { code: exit, out } = await train(name, `${text}\nexport default { environment, landscape };`);
  const { error } = JSON.parse(out) as Document;
  expect([exit, error?.code]).toEqual([1, code]);
  for (const word of [join(files, name), ...words]) expect(error?.message).toContain(word);
});

test.concurrent("a dispose that fails or never ends takes nothing from the report", async () => {
  const disposals = ["() => { throw new Error('no dispose'); }", "() => new Promise(() => {})"];
  const codes = ["run/module-threw", "run/module-silent"];
  for (const [at, dispose] of disposals.entries()) {
    const { code, out, err } = await train(
      `dispose-${at}.mjs`,
      `landscape.dispose = ${dispose};\nexport default { environment, landscape };`,
    );
    const { steps, error } = JSON.parse(out) as Document;
    expect([code, steps, error?.code]).toEqual([1, 12, codes[at]]);
    expect(err).toContain(`error [${codes[at]}] ${join(files, `dispose-${at}.mjs`)}: landscape.dispose`);
  }
});

test.concurrent("what a module leaves open does not keep the process, and what it prints is not in the way", async () => {
  const { code, out, err } = await train(
    "open.mjs",
    `
import { createServer } from "node:http";
import { stdout } from "node:process";
import ownConsole from "node:console";
createServer(() => undefined).listen(0, "127.0.0.1");
setInterval(() => undefined, 1000);
process.stdout.write("one ");
stdout.write("two ");
ownConsole.log("three ");
console.log("four");
export default { environment, landscape };`,
  );
  expect(code).toBe(0);
  expect((JSON.parse(out) as Document).steps).toBe(12);
  for (const word of ["one", "two", "three", "four"]) expect(err).toContain(word);
  expect(err).toMatch(/open\.mjs has left something open .*\(.*TCPServerWrap.*\); it was ended/);
});

test.concurrent("in a comparison too, where modules run in processes of their own", async () => {
  const path = join(files, "compared.mjs");
  const score = "(o) => (++calls < 6 ? scores(o) : new Promise(() => {}))";
  writeFileSync(path, `${parts}\nexport default { environment, landscape: { name: "m", score: ${score} } };`);
  const words = ["--methods", "sdb", "--seeds", "1", "--calls", "1000"];
  const { code, out } = await program.run(
    "compare",
    path,
    ...words,
    "--out",
    join(files, "compared"),
    "--json",
  );
  const { error } = JSON.parse(out) as Document;
  expect(code).toBe(1);
  expect(error?.message).toContain(`${path}: landscape.score gave a promise that never settles`);
});
