/**
 * Programs that score and misbehave: whatever they do, a score that is remembered is one they gave, every good answer is
 * in the journal, and a call ends.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CachedOracle } from "../../src/landscape/oracle/cached-oracle.ts";
import { CommandOracle } from "../../src/landscape/source/command-oracle.ts";
import { ScoreJournal } from "../../src/landscape/source/score-journal.ts";
import { outcomeOf, type Campaign } from "./campaign.ts";

/** Scores are lengths; now and then it does one of the things that programs do. The seed is an argument. */
const program = `import { createInterface } from "node:readline";
let state = Number(process.argv[2]);
const chance = (n) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % n === 0;
const say = (text) => process.stdout.write(text);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  if (chance(60)) process.exit(3);
  if (chance(60)) say("loading the model\\n");
  if (chance(60)) say(JSON.stringify({ id: id + 7777, score: 1 }) + "\\n");
  if (chance(80)) { say('{"id":' + id + ',"score":NaN}\\n'); continue; }
  if (chance(80)) { say('{"id":' + id + ',"sco'); process.exit(0); }
  if (chance(80)) say("x".repeat(70000) + "\\n");
  if (chance(50)) process.stderr.write("warning \\u001b[31m\\n");
  const answer = JSON.stringify({ id, score: sequence.length });
  if (chance(10)) { say(answer.slice(0, 5)); await new Promise(setImmediate); say(answer.slice(5) + "\\n"); }
  else say(answer + "\\n");
  if (chance(60)) say(answer + "\\n");
}`;

export const oracles: Campaign = {
  name: "oracles",
  promise: "paid scores are kept, and no other is",
  short: 6,
  long: 150,
  begin(shared) {
    const path = join(shared, "score.mjs");
    writeFileSync(path, program);
    return Promise.resolve(async (random, folder) => {
      const journal = join(folder, "scores.jsonl");
      const heard = new Map<string, number>();
      const command = new CommandOracle({
        command: [process.execPath, path, String(random.integer(2 ** 31))],
        name: "program",
        backOffMs: 1,
        drainMs: 20,
        timeoutMs: 30_000,
        maxBatch: 1 + random.integer(20),
      });
      const inner = {
        name: command.name,
        enumerable: false as const,
        score: (
          sequences: readonly string[],
          _contexts?: unknown,
          tell?: (sequence: string, score: number) => void,
        ) =>
          command.score(sequences, undefined, (sequence, score) => {
            if (Number.isFinite(score)) heard.set(sequence, score);
            tell?.(sequence, score);
          }),
        dispose: () => command.dispose(),
      };
      const cached = new CachedOracle(inner, { store: await ScoreJournal.open(journal, "program") });
      const wanted = Array.from({ length: 60 }, (_, i) => "A".repeat(1 + ((i * 7) % 50)) + "C".repeat(i % 3));
      const scored = await outcomeOf(() => cached.score(wanted));
      await cached.dispose();
      const lines = readFileSync(journal, "utf8").trim().split("\n").slice(1);
      const kept = new Map(
        lines
          .map((line) => JSON.parse(line) as { sequence: string; score: number })
          .map((row) => [row.sequence, row.score]),
      );
      for (const [sequence, score] of kept)
        if (score !== sequence.length) return `kept ${score} for ${sequence}`;
      for (const sequence of heard.keys()) if (!kept.has(sequence)) return `lost the score of ${sequence}`;
      if ("value" in scored && scored.value.some((score, i) => score !== wanted[i]!.length))
        return "a wrong score";
      return undefined;
    });
  },
};
