import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sleep } from "./back-off.ts";
import { CommandOracle, type CommandOptions } from "./command-oracle.ts";

let folder: string;
const oracles: CommandOracle[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-command-"));
});
afterEach(async () => {
  await Promise.all(oracles.splice(0).map((oracle) => oracle.dispose()));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that runs `body` for each question, with `count` of questions so far and `answer`. */
async function program(body: string): Promise<CommandOptions["command"]> {
  const path = join(folder, `program-${Math.abs(hash(body))}.mjs`);
  await writeFile(
    path,
    `import { createInterface } from "node:readline";
     import { existsSync, writeFileSync } from "node:fs";
     const marker = process.argv[1] + ".marker";
     const answer = (id, score) => process.stdout.write(JSON.stringify({ id, score }) + "\\n");
     let count = 0;
     const batch = [];
     for await (const line of createInterface({ input: process.stdin })) {
       const { id, sequence, left } = JSON.parse(line);
       count++;
       ${body}
     }`,
  );
  return [process.execPath, path];
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return value;
}

function oracle(options: CommandOptions): CommandOracle {
  const made = new CommandOracle({ backOffMs: 1, timeoutMs: 10_000, ...options });
  oracles.push(made);
  return made;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntilDead(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await sleep(20);
  return !isAlive(pid);
}

const LENGTHS = "answer(id, sequence.length);";

describe("CommandOracle", () => {
  test("asks in batches and keeps the program alive between calls", async () => {
    const lengths = oracle({ command: await program(LENGTHS), maxBatch: 2 });
    expect(await lengths.score(["A", "AAA", "AA"])).toEqual(Float64Array.of(1, 3, 2));
    const { pid } = lengths;
    const both = await Promise.all([lengths.score(["AAAA"]), lengths.score(["é", '"\\\n'])]);
    expect(both).toEqual([Float64Array.of(4), Float64Array.of(1, 3)]);
    expect(lengths.pid).toBe(pid);
    expect(await lengths.score([])).toEqual(new Float64Array(0));
  });

  test("a program may collect the batch by `left` and answer in any order", async () => {
    const body =
      "batch.push([id, sequence]); if (left === 0) for (const [i, s] of batch.splice(0).reverse()) answer(i, s.length);";
    const lengths = oracle({ command: await program(body), maxBatch: 3 });
    expect(await lengths.score(["A", "AA", "AAA", "AAAA"])).toEqual(Float64Array.of(1, 2, 3, 4));
  });

  test("a program that dies after every five answers is started again and asked the rest", async () => {
    const lengths = oracle({
      command: await program("if (count > 5) process.exit(3); answer(id, sequence.length);"),
    });
    const sequences = Array.from({ length: 23 }, (_, at) => "A".repeat(at));
    expect(await lengths.score(sequences)).toEqual(Float64Array.from({ length: 23 }, (_, at) => at));
  });

  test("a program that was killed between two calls is started again", async () => {
    const lengths = oracle({ command: await program(LENGTHS) });
    await lengths.score(["A"]);
    const pid = lengths.pid!;
    process.kill(pid, "SIGKILL");
    expect(await lengths.score(["AA"])).toEqual(Float64Array.of(2));
    expect(lengths.pid).not.toBe(pid);
  });

  test("a sequence that kills it every time is named, with the last words and the other scores", async () => {
    const body = 'if (sequence === "BAD") { console.error("cannot fold"); process.exit(1); } answer(id, 1);';
    const fragile = oracle({ name: "folder", command: await program(body), maxRestarts: 2 });
    await expect(fragile.score(["A", "BAD", "B"])).rejects.toMatchObject({
      code: "landscape/command-died",
      kind: "failure",
      message: expect.stringMatching(
        /^folder: it ended \(exit code 1\) 3 times in a row without answering for "BAD".*\nIts last words on standard error:\ncannot fold$/s,
      ) as string,
      scores: Float64Array.of(1, Number.NaN, Number.NaN),
    });
    expect(await fragile.score(["B"])).toEqual(Float64Array.of(1));
  });

  test.each([
    ["NaN", "NaN"],
    ["-Infinity", "-Infinity (or beyond 1.8e308)"],
    ["inf", "Infinity (or beyond 1.8e308)"],
    ["null", "NaN"],
    ["1e999", "Infinity (or beyond 1.8e308)"],
  ])("an answer of %s names the sequence", async (text, named) => {
    const body = `console.log('{"id": ' + id + ', "score": ' + (sequence === "B" ? "${text}" : 2) + '}');`;
    await expect(oracle({ command: await program(body) }).score(["A", "B", "C"])).rejects.toMatchObject({
      code: "landscape/not-finite",
      message: expect.stringContaining(`the score of "B" is ${named},`) as string,
      scores: Float64Array.of(2, Number.NaN, 2),
    });
  });

  test.each([
    ["console.log('loading the model');", '"loading the model": it is not a JSON object'],
    ["console.log(JSON.stringify({ id }));", "it has no score"],
    ['answer(id, "high");', 'its score is "high", not a number'],
    ["console.log(JSON.stringify({ score: 1 }));", "it has no numeric id"],
    ['console.log(`{"id":${id},"score":1e-400}`);', "its score 1e-400 is nearer to 0 than any number can be"],
    ['console.log(`{"id":${id},"score":0.${"0".repeat(400)}7}`);', "00… is nearer to 0"],
    ["answer(id + 1000, 1);", "was not asked or is already answered"],
    ["console.log('[1, 2]');", "it is not a JSON object"],
  ])("other output is reported with its text: %s", async (body, message) => {
    await expect(oracle({ command: await program(body), drainMs: 5 }).score(["A"])).rejects.toMatchObject({
      code: "landscape/command-protocol",
      message: expect.stringContaining(message) as string,
    });
  });

  test("a second answer is told by the next call, also when it came after the last of a batch", async () => {
    const twice = oracle({ command: await program("answer(id, 1); answer(id, 7);"), drainMs: 5 });
    await twice.score(["A"]);
    // The second line may still be on its way.
    await expect
      .poll(
        () =>
          twice.score(["B"]).then(
            () => "fine",
            (error: Error) => error.message,
          ),
        { timeout: 20_000 },
      )
      .toContain('"score\\":7');
  });

  test("answers that follow a stray line are heard one by one and kept", async () => {
    const body = `if (sequence === "B") process.stdout.write("warming up\\n"); ${LENGTHS}`;
    const heard: [string, number][] = [];
    const chatty = oracle({ command: await program(body), drainMs: 30_000 });
    await expect(
      chatty.score(["A", "B", "CCC", "DDDD"], undefined, (...answer) => heard.push(answer)),
    ).rejects.toMatchObject({
      code: "landscape/command-protocol",
      message: expect.stringContaining('"warming up"') as string,
      scores: Float64Array.of(1, 1, 3, 4),
    });
    expect(heard.map(([sequence]) => sequence)).toEqual(["A", "B", "CCC", "DDDD"]);
  });

  test("a program that hangs is an error in time, is killed, and a new one is used next time", async () => {
    const body = `if (sequence === "B" && !existsSync(marker)) { writeFileSync(marker, ""); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); await new Promise(() => {}); } answer(id, 1);`;
    const hanging = oracle({ command: await program(body), timeoutMs: 2_000 });
    expect(await hanging.score(["A"])).toEqual(Float64Array.of(1));
    const pid = hanging.pid!;
    await expect(hanging.score(["A", "B", "C"])).rejects.toMatchObject({
      code: "landscape/command-timeout",
      message: expect.stringContaining(
        'no answer for 2000 ms while 2 of 3 were owed, the first for "B"',
      ) as string,
      scores: Float64Array.of(1, Number.NaN, Number.NaN),
    });
    expect(await waitUntilDead(pid)).toBe(true);
    expect(await hanging.score(["B", "C"])).toEqual(Float64Array.of(1, 1));
  });

  test("a program that cannot be started is an error at once", async () => {
    const absent = oracle({ command: ["windage-no-such-program"] });
    await expect(absent.score(["A"])).rejects.toMatchObject({ code: "landscape/command-not-started" });
    await expect(oracle({ command: ["a\u0000b"] }).score(["A"])).rejects.toThrow("could not be started");
    expect(() => new CommandOracle({ command: "python3 x.py" as never })).toThrow("no shell is involved");
    expect(() => new CommandOracle({ command: [] as never })).toThrow("expected a list");
  });

  test("arguments and environment reach it unchanged, without a shell", async () => {
    const [node, path] = await program(
      "answer(id, Number(process.argv[2] === '$(echo 1) *' && process.env.KEY === 'v'));",
    );
    const strict = oracle({ command: [node, path!, "$(echo 1) *"], env: { KEY: "v" }, cwd: folder });
    expect(await strict.score(["A"])).toEqual(Float64Array.of(1));
  });

  test("dispose ends the program, also a deaf one in mid-batch, and later calls fail", async () => {
    const deaf = oracle({ command: await program("process.stdin.unref(); setInterval(() => {}, 1000);") });
    const owed = deaf.score(["A"]);
    const failure = expect(owed).rejects.toMatchObject({ code: "landscape/disposed" });
    await sleep(200);
    const pid = deaf.pid!;
    await deaf.dispose();
    await failure;
    expect(isAlive(pid)).toBe(false);
    await expect(deaf.score(["A"])).rejects.toMatchObject({ code: "landscape/disposed" });
  });

  test("an idle program neither keeps its parent running nor outlives it", async () => {
    const [node, path] = await program(LENGTHS);
    const script = join(folder, "parent.mts");
    await writeFile(
      script,
      `import { CommandOracle } from ${JSON.stringify(join(import.meta.dirname, "command-oracle.ts"))};
       const oracle = new CommandOracle({ command: ${JSON.stringify([node, path])} });
       await oracle.score(["A"]);
       console.log(oracle.pid);`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script], {
      timeout: 20_000,
    });
    expect(await waitUntilDead(Number(stdout))).toBe(true);
  });
});
