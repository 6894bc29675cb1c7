/** Drives the whole path from words to output with a table that has every kind of option. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { WindageError } from "../error.ts";
import { defineCommand } from "./option-table.ts";
import { runCli } from "./run-cli.ts";
import { terminalStyle } from "./terminal/style.ts";

const fly = defineCommand({
  name: "fly",
  summary: "Fly a kite.",
  description: "Flies a kite and says how it went.",
  arguments: {
    kite: { kind: "choice", choices: ["delta", "box"], description: "Which one." },
    place: { kind: "text", valueName: "name", default: "beach", description: "Where." },
  },
  options: {
    seed: { kind: "integer", min: 0, max: 100, default: 1, description: "The weather." },
    lineLength: { kind: "number", min: 0, description: "Metres of line." },
    tail: { kind: "boolean", description: "Tie a tail on." },
  },
  examples: [{ line: "windage fly box", explanation: "Fly the box kite." }],
  async run(values, context) {
    context.progress("up it goes");
    if (values.lineLength === 13) throw new WindageError("run/torn", "The line tore.", { kind: "failure" });
    if (values.lineLength === 14) throw new TypeError("a bug");
    return { document: values, text: `${values.kite} at ${values.place}` };
  },
});

const box = defineCommand({
  name: "box open",
  summary: "Open boxes.",
  description: "Opens boxes.",
  arguments: {
    colour: { kind: "choice", choices: ["red", "blue"], description: "Their colour." },
    boxes: { kind: "texts", valueName: "box", description: "Which ones." },
  },
  options: {
    tag: { kind: "texts", valueName: "word", description: "A label; may be given several times." },
  },
  examples: [{ line: "windage box open red a b", explanation: "Open two." }],
  async run(values) {
    return { document: values, text: `${values.colour} ${values.boxes.join("+")}` };
  },
});
const deepBox = defineCommand({
  ...box,
  name: "box open wide",
  arguments: {},
  run: async () => ({ document: 1, text: "wide" }),
});

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function windage(...words: string[]): Promise<Outcome> {
  let out = "";
  let err = "";
  const plain = terminalStyle(false, {});
  const code = await runCli(words, [fly, box, deepBox], {
    version: "1.2.3",
    style: plain,
    errorStyle: plain,
    writeOut: (text) => void (out += text),
    writeError: (text) => void (err += text),
  });
  return { code, out, err };
}

async function values(...words: string[]): Promise<unknown> {
  const { out } = await windage("fly", "--json", ...words);
  return JSON.parse(out);
}

async function mistake(...words: string[]): Promise<string> {
  const { code, out, err } = await windage(...words);
  expect([code, out]).toEqual([2, ""]);
  return err.trimEnd();
}

const folder = mkdtempSync(join(tmpdir(), "windage-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("values", () => {
  test("defaults, then every spelling of a flag", async () => {
    expect(await values("box")).toEqual({ kite: "box", place: "beach", seed: 1, tail: false });
    const full = { kite: "delta", place: "hill", seed: 7, lineLength: 2.5, tail: true };
    expect(await values("delta", "hill", "--seed", "7", "--line-length=2.5", "--tail")).toEqual(full);
    expect(
      await values(
        "--tail=true",
        "--line-length",
        "25e-1",
        "--seed=7",
        "delta",
        "--no-tail",
        "--tail",
        "--",
        "hill",
      ),
    ).toEqual(full);
  });

  test("what follows -- is an argument even if it looks like a flag", async () => {
    const { out } = await windage("fly", "box", "--", "--json");
    expect(out).toBe("box at --json\n");
  });

  test("a config file sits between defaults and flags, in YAML and in JSON", async () => {
    const yaml = file("a.yaml", "kite: delta # the big one\nseed: 5\ntail: true\n");
    expect(await values("--config", yaml)).toEqual({ kite: "delta", place: "beach", seed: 5, tail: true });
    expect(await values("box", "--config", yaml, "--seed", "6", "--no-tail")).toEqual({
      kite: "box",
      place: "beach",
      seed: 6,
      tail: false,
    });
    const json = file("a.json", '{"kite": "box", "lineLength": 3}');
    expect(await values("--config", json)).toMatchObject({ kite: "box", lineLength: 3 });
    expect(await values("box", "--config", file("empty.yaml", ""))).toMatchObject({ seed: 1 });
  });
});

describe("commands of several words", () => {
  test("are found by their longest name, with all words that follow", async () => {
    expect((await windage("box", "open", "red", "a", "b", "--", "-c")).out).toBe("red a+b+-c\n");
    expect((await windage("box", "open", "wide")).out).toBe("wide\n");
    const { out } = await windage("--json", "box", "open", "blue", "a", "--tag", "x", "--tag=y");
    expect(JSON.parse(out)).toEqual({ colour: "blue", boxes: ["a"], tag: ["x", "y"] });
  });

  test("lists in config files", async () => {
    const config = file("boxes.yaml", "colour: red\nboxes: [a, b]\ntag: x\n");
    const { out } = await windage("box", "open", "--config", config, "--json");
    expect(JSON.parse(out)).toEqual({ colour: "red", boxes: ["a", "b"], tag: ["x"] });
    const wrong = file("wrong.yaml", "colour: red\nboxes: [a, 3]\n");
    expect(await mistake("box", "open", "--config", wrong)).toContain("expected one or more times a box");
  });

  test("a group alone shows its commands", async () => {
    const { out, code } = await windage("box");
    expect(code).toBe(0);
    expect(out).toContain("windage box <command> [options]");
    expect(out).toContain("Open boxes.");
    for (const words of [
      ["box", "--help"],
      ["help", "box"],
      ["--help", "box"],
    ]) {
      expect((await windage(...words)).out).toBe(out);
    }
    expect(JSON.parse((await windage("box", "--json")).out)).toHaveProperty("help");
  });

  test("mistakes name the group", async () => {
    expect(await mistake("box", "opne", "red", "a")).toContain(
      'windage box: got the unknown command "opne"; did you mean open? Run "windage box --help" for the list.',
    );
    expect(await mistake("bxo")).toContain("did you mean box?");
    expect(await mistake("box", "--tag")).toContain("expected one of open before any option");
    expect(await mistake("box", "open", "red")).toContain(
      "expected windage box open <colour> <boxes…> [options]",
    );
  });
});

describe("mistakes end with exit code 2 and say what to do", () => {
  test("on the command line", async () => {
    expect(await mistake("flie")).toBe(
      'error [cli/unknown-command] windage: got the unknown command "flie"; did you mean fly? Run "windage --help" for the list.',
    );
    expect(await mistake("fly", "box", "--sed=3")).toContain("--sed; did you mean --seed?");
    expect(await mistake("fly", "box", "-x")).toContain("[cli/unknown-option]");
    expect(await mistake("--seed", "fly")).toContain("Options of a command go after its name.");
    expect(await mistake("fly", "box", "--seed", "--tail")).toContain(
      "--seed: got --tail after it, expected an integer from 0 to 100;",
    );
    expect(await mistake("fly", "box", "--seed")).toContain("--seed: got nothing after it");
    for (const seed of ["-1", "101", "1.5", "many", "", "1e999"]) {
      expect(await mistake("fly", "box", "--seed", seed)).toContain("expected an integer from 0 to 100");
    }
    expect(await mistake("fly", "box", "--line-length=-2")).toContain(
      "got -2, expected a number of at least 0",
    );
    expect(await mistake("fly", "box", "--tail=maybe")).toContain('got "maybe", expected true or false');
    expect(await mistake("fly", "bax")).toContain('got "bax", expected one of delta, box; did you mean box?');
    expect(await mistake("fly", "box", "hill", "sea")).toContain('extra argument "sea"');
    expect(await mistake("fly")).toContain("got no <kite>, expected windage fly <kite> [place] [options]");
  });

  test("in a config file, with the file's name", async () => {
    const typo = file("typo.yaml", "kite: box\nsede: 3\n");
    expect(await mistake("fly", "--config", typo)).toContain(
      `${typo}: got the unknown key "sede"; did you mean seed?`,
    );
    const common = file("common.yaml", "json: true\n");
    expect(await mistake("fly", "--config", common)).toContain("give it on the command line");
    const text = file("text.yaml", "kite: box\nseed: '3'\n");
    expect(await mistake("fly", "--config", text)).toContain(`${text}: seed: got "3", expected an integer`);
    const list = file("list.json", "[1]");
    expect(await mistake("fly", "--config", list)).toContain("got a list");
    const broken = file("broken.json", "{kite: box}");
    expect(await mistake("fly", "--config", broken)).toContain("[cli/config-invalid]");
    expect(await mistake("fly", "--config", join(folder, "absent.yaml"))).toContain(
      "[cli/config-not-readable]",
    );
  });

  test("a key that is a list, in our words alone", async () => {
    const warned = vi.spyOn(process, "emitWarning");
    expect(await mistake("fly", "--config", file("list-key.yaml", "? [1, 2]\n: 3\n"))).toContain(
      'got the unknown key "[ 1, 2 ]"',
    );
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  test.each([
    ["itself.yaml", "kite: &a {b: *a}\n", "it contains itself"],
    ["itself-alone.yaml", "&a {b: *a}\n", "it contains itself"],
    ["twice.json", '{"kite": "box", "seed": 1, "seed": 2}', 'the key "seed" is there twice'],
    ["nothing.json", '{"kite": "box", "seed": 1e-400}', "1e-400 is nearer to 0 than any number can be"],
    ["nothing.yaml", "seed: 1e-400\n", "1e-400 is nearer to 0 than any number can be"],
    ["twice.yaml", "seed: 1\nseed: 2\n", 'the key "seed" is there twice'],
    ["twice-quoted.yaml", "kite: {1: a, '1': b}\n", 'the key "1" is there twice'],
    ["keys.yaml", Array.from({ length: 30_000 }, (_, i) => `k${i}:\n`).join(""), 'got the unknown key "k0"'],
    ["prototype.json", '{"__proto__": {"seed": 1}}', 'it has the key "__proto__"'],
    ["prototype.yaml", "kite:\n  - __proto__: {seed: 1}\n", 'it has the key "__proto__"'],
    ["deep.json", `{"kite":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "nested deeper than 64 levels"],
    ["deep.yaml", `kite: ${"[".repeat(50_000)}`, "[cli/config-invalid]"],
    [
      "laughs.yaml",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefg".replaceAll(/./g, (name) => {
        const before = String.fromCodePoint(name.codePointAt(0)! - 1);
        return `${name}: &${name} [${`*${before},`.repeat(9)}*${before}]\n`;
      })}`,
      "Excessive alias count",
    ],
    ["anchors.yaml", `kite:\n${"  - &x x\n".repeat(1_000_000)}`, "expected at most 262144"],
    ["long.json", `{"kite": "${"x".repeat(10_000_000)}"}`, "expected at most 262144"],
    ["many.yaml", "- &x x\n".repeat(20_000), "got a list"],
    ["packed.yaml", "\u001f\u008b", "expected plain text"],
  ])("a config file made to be hostile: %s", async (name, text, reason) => {
    const hostile = join(folder, name);
    writeFileSync(hostile, text, "latin1");
    expect(await mistake("fly", "--config", hostile)).toContain(reason);
    expect(Object.hasOwn(Object.prototype, "seed")).toBe(false);
  });

  test.runIf(process.platform !== "win32")(
    "a config file without an end, or that nobody writes",
    async () => {
      const pipe = join(folder, "pipe.yaml");
      execFileSync("mkfifo", [pipe]);
      for (const path of ["/dev/zero", pipe]) {
        expect(await mistake("fly", "--config", path)).toBe(
          `error [cli/config-not-readable] --config: ${path}: it is a folder, a pipe or a device, expected a file; save the data to one first.`,
        );
      }
      const utf16 = join(folder, "utf16.yaml");
      writeFileSync(utf16, Buffer.from("\uFEFFkite: box\n", "utf16le"));
      expect(await mistake("fly", "--config", utf16)).toContain("got UTF-16 text");
      expect(await values("--config", file("marked.json", '\uFEFF{"kite": "box"}'))).toMatchObject({
        kite: "box",
      });
    },
  );
});

describe("output", () => {
  test("text goes to stdout, progress to stderr", async () => {
    expect(await windage("fly", "box")).toEqual({ code: 0, out: "box at beach\n", err: "up it goes\n" });
  });

  test("with --json stdout is one document, for results, help, version and every kind of error", async () => {
    expect(JSON.parse((await windage("--json", "--version")).out)).toEqual({ version: "1.2.3" });
    expect(JSON.parse((await windage("--json")).out)).toHaveProperty("help");
    const unknown = await windage("fly", "box", "--nope", "--json");
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.out)).toMatchObject({ error: { code: "cli/unknown-option" } });
    expect(unknown.err).toBe("");
    const failure = await windage("fly", "box", "--line-length=13", "--json");
    expect(failure.code).toBe(1);
    expect(JSON.parse(failure.out)).toEqual({ error: { code: "run/torn", message: "The line tore." } });
    const bug = await windage("fly", "box", "--line-length=14", "--json");
    expect(bug.code).toBe(1);
    expect(JSON.parse(bug.out)).toEqual({ error: { code: "cli/unexpected", message: "a bug" } });
    expect(bug.err).toContain("please report it");
  });

  test("help is the same however it is asked for, and shows everything in the table", async () => {
    const { out, code } = await windage("fly", "--help");
    expect(code).toBe(0);
    expect((await windage("help", "fly")).out).toBe(out);
    expect((await windage("-h", "fly")).out).toBe(out);
    for (const part of ["windage fly <kite> [place]", "--line-length <n>", "default 1", "windage fly box"]) {
      expect(out).toContain(part);
    }
    expect((await windage("help")).out).toBe((await windage()).out);
  });
});
