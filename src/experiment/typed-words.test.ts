import { expect, test } from "vitest";
import { sequenceEnvironment } from "../environment/index.ts";
import { thoughtsOf } from "../training/policy/state-model.ts";
import { inTypedWords, noteInTypedWords } from "./typed-words.ts";

test.each([
  ["localStates was 5000, but there are 64 states", "--local-states was 5000, but there are 64 states"],
  [
    "epsilon was set, but has an effect only with batch.exploratory above 0",
    "--epsilon was set, but has an effect only with --exploratory above 0",
  ],
  [
    "replay.priority was set, but has an effect only with batch.replay or extraUpdates above 0, or dynamicsReplay",
    "--priority was set, but has an effect only with --replay or --extra-updates above 0, or --dynamics-rounds",
  ],
  [
    'model.heads was set, but has an effect only with model.kind "transformer"',
    '--attention-heads was set, but has an effect only with --model "transformer"',
  ],
])("%s", (note, typed) => {
  expect(noteInTypedWords(note)).toBe(typed);
});

test("a memory that does not say what it remembers is told with the option that asks for it", async () => {
  const environment = sequenceEnvironment({ alphabet: "ACGT", length: 3 });
  const model = { thoughts: { kind: "memory" } } as const;
  await expect(inTypedWords(() => thoughtsOf(environment, model))).rejects.toThrow(
    /^--observes memory: got .*, whose process does not say what it remembers, expected `memory.remember`/,
  );
});
