/** Lines that are to be copied: they stand whole on a narrow terminal, begin with what works here, and name what is meant. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openRun } from "../run/open-run.ts";
import { rootFlag, runWord } from "../run/run-words.ts";
import { shellWord } from "../shell-word.ts";
import { commands } from "./commands/index.ts";
import { asTyped, invocationOf, lineAsTyped } from "./invocation.ts";
import { runCli } from "./run-cli.ts";
import { plain } from "./terminal/style.ts";
import { wrapLines, wrapText } from "./terminal/wrap.ts";

const folder = await realpath(await mkdtemp(join(tmpdir(), "windage-copied-")));
afterAll(() => rm(folder, { recursive: true }));

async function said(...words: string[]): Promise<string> {
  let text = "";
  const write = (part: string): void => void (text += part);
  const style = { style: plain, errorStyle: plain, width: 40, errorWidth: 40 };
  await runCli(words, commands, {
    version: "0",
    writeOut: write,
    writeError: write,
    ...style,
    invocation: "npx windage",
  });
  return text;
}

describe("a command is never broken in two", () => {
  const resume = "windage resume 20261119-032007-sim8-fzdz3 --runs ./elsewhere";

  test("in quotes, however narrow the terminal", () => {
    const text = `Stopped at iteration 12. Nothing is lost: go on with "${resume}", or do not.`;
    for (let width = 10; width < 130; width++) {
      expect(wrapText(text, width, 4)).toContain(`"${resume}"`);
      expect(wrapLines(text, width).split("\n").join(" ")).toBe(text);
    }
    // The words around it are broken as ever.
    expect(wrapText(text, 30, 0).split("\n")[0]).toBe("Stopped at iteration 12.");
  });

  test("after a colon, to the end of the line", () => {
    for (const command of [resume, "npm install --no-save onnxruntime-node@1.30.0 --foreground-scripts"])
      expect(wrapText(`To go on from here: ${command}`, 30, 0)).toBe(`To go on from here:\n${command}`);
  });

  test("in an error", async () => {
    expect(await said("train", "--gc")).toContain('"npx windage train --help-all"');
  });
});

describe("lines begin with what works where they are read", () => {
  test("npx inside a project or a clone, the name alone where it is installed for the user", () => {
    for (const script of [
      "windage",
      "'windage'",
      '"windage" "train"',
      "windage train",
      "cd a && windage train",
    ])
      expect(invocationOf({ npm_lifecycle_script: script })).toBe("npx windage");
    for (const script of ["vitest run", "node my-windage.mjs", "tsx src/windage/x.ts", ""])
      expect(invocationOf({ npm_lifecycle_script: script })).toBe("windage");
    expect(invocationOf({})).toBe("windage");
  });

  test("lines to copy are told from names of commands", () => {
    const text =
      'windage train: got x. Use "windage design a.csv" or windage forecast.\nNext: windage design propose p';
    expect(asTyped(text, "npx windage")).toBe(
      'windage train: got x. Use "npx windage design a.csv" or windage forecast.\nNext: npx windage design propose p',
    );
    expect(asTyped(text, "windage")).toBe(text);
    expect(lineAsTyped("windage sample latest > a.csv", "npx windage")).toBe(
      "npx windage sample latest > a.csv",
    );
  });

  test("in help, too", async () => {
    for (const words of [["--help"], ["data"], ["train", "--help"], ["runs", "list", "--help-all"]]) {
      const help = await said(...words);
      expect(help).toContain("npx windage");
      expect(help.replaceAll("npx windage", "")).not.toMatch(/(?:^ *|")windage [a-z<]/m);
    }
  });
});

describe("lines name what is meant", () => {
  test("a run elsewhere by its path, one in the usual folder by its name", () => {
    vi.stubEnv("WINDAGE_RUNS", folder);
    expect(runWord(join(folder, "a-run"))).toBe("a-run");
    expect(rootFlag(folder)).toBe("");
    vi.stubEnv("WINDAGE_RUNS", "");
    expect(runWord(join(folder, "a run"))).toBe(`'${join(folder, "a run")}'`);
    expect(runWord("here")).toBe("./here");
    expect(rootFlag(folder)).toBe(` --runs ${folder}`);
    vi.unstubAllEnvs();
  });

  test("words with spaces and quotes as a shell takes them", () => {
    expect(["plate1", "a/b.csv", "my plate", "it's", ""].map(shellWord)).toEqual([
      "plate1",
      "a/b.csv",
      "'my plate'",
      String.raw`'it'\''s'`,
      "''",
    ]);
  });

  test("a run that is not there does not say at once that there is none and that there are some", async () => {
    const { createRun } = await import("../run/create-run.ts");
    const { id } = await createRun({ root: folder, task: "sim8", seed: 1, config: {} });
    const error = await openRun("nope", { root: folder }).catch(String);
    expect(error).toContain(
      `run "nope": there is no such run in ${folder}; it has ${id}. "windage runs list --runs ${folder}" shows all.`,
    );
  });
});
