import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commands } from "../../cli/commands/index.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { parseObjective } from "../../objective/registry.ts";
import { nameOf } from "../../settings/value-spec.ts";
import { thoughtsOf } from "../../training/policy/state-model.ts";
import { inLibrary } from "../../wording.ts";
import { asFlags } from "./run-options.ts";

import { typed } from "./typed.fixture.ts";

test.each([
  ["batch.onPolicy", undefined, "--on-policy", "batch.onPolicy"],
  ["localStates", undefined, "--local-states", "localStates"],
  ["replay.priority", 0, "--priority 0", "replay.priority 0"],
  ["model.heads", undefined, "--attention-heads", "model.heads"],
  ["model.kind", "transformer", "--model transformer", 'model.kind "transformer"'],
  ["entropyRatio.use", "balance", "--entropy-ratio balance", 'entropyRatio.use "balance"'],
  ["model.thoughts.kind", "memory", "--observes memory", 'model.thoughts.kind "memory"'],
  ["model.thoughts", undefined, "--observes both", "model.thoughts"],
  // Programs alone have it.
  ["replay.capacity", undefined, "replay.capacity", "replay.capacity"],
])("%s %s", (path, value, typed, inProgram) => {
  expect([asFlags(path, value), inLibrary(path, value)]).toEqual([typed, inProgram]);
});

test("errors of the library are told in the words that were typed, and keep their code", async () => {
  const environment = sequenceEnvironment({ alphabet: "ACGT", length: 3 });
  const model = { thoughts: { kind: "memory" } } as const;
  await expect(typed(async () => thoughtsOf(environment, model))).rejects.toThrow(
    /^--observes memory: got .*, whose process does not say what it remembers, expected `memory.remember`/,
  );
  expect(() => thoughtsOf(environment, model)).toThrow(/^model.thoughts.kind "memory": got /);
  await expect(typed(async () => parseObjective("sbd"))).rejects.toMatchObject({
    code: "objective/unknown",
    message: expect.stringMatching(/^--objective: got "sbd"/) as string,
  });
});

/** Settings that no option of the command line has, because a program gives something that cannot be typed. */
const ofProgramsAlone = new Set(["budget", "decayOver", "model", "replay.capacity", "templates"]);

test("every setting that a sentence names is one", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const named = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(root, file), "utf8").matchAll(/\bsay\("([a-z][\w.]*\w)"/g),
        ([, path]) => path!,
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  const tables = commands.map(({ options }) => options);
  const unknown = named.filter(
    (path) =>
      asFlags(path, "memory").startsWith(path) &&
      tables.every((table) => nameOf(table, path) === undefined) &&
      !ofProgramsAlone.has(path),
  );
  expect(unknown).toEqual([]);
});
