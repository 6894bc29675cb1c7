/** Whatever a file, a program or a service says, a terminal obeys nothing of it. */
import { describe, expect, test } from "vitest";
import { WindageError } from "../error.ts";
import { defineCommand } from "./option-table.ts";
import { runCli } from "./run-cli.ts";
import { terminalStyle } from "./terminal/style.ts";

describe("texts that came from elsewhere", () => {
  const hostile = "\u001b[2Jgone\u009b5m \u202eback\u2028 \u{e0041}";
  const talk = defineCommand({
    name: "talk",
    summary: "Talk.",
    description: "Talks.",
    arguments: {},
    options: {
      fail: { kind: "boolean", description: "Fail." },
      crash: { kind: "boolean", description: "Crash." },
    },
    examples: [],
    async run({ fail, crash }, context) {
      context.progress(`reading ${hostile}`);
      if (fail) throw new WindageError("run/torn", hostile);
      if (crash) throw new TypeError(hostile);
      return { document: { said: hostile }, text: `${context.style.bold("said")}\t${hostile}` };
    },
  });
  const say = async (words: readonly string[], width?: number) => {
    let [out, err] = ["", ""];
    await runCli(["talk", ...words], [talk], {
      version: "0",
      style: terminalStyle(true, {}),
      errorStyle: terminalStyle(false, {}),
      writeOut: (text) => (out += text),
      writeError: (text) => (err += text),
      ...(width === undefined ? {} : { width }),
    });
    return { out, err };
  };
  // eslint-disable-next-line no-control-regex -- that none of these reaches the terminal is the point
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/u;

  test.each([[[]], [["--fail"]], [["--crash"]]])(
    "%o: nothing a terminal obeys is on stderr",
    async (words) => {
      const { err } = await say(words, 80);
      expect(err).not.toMatch(obeyed);
    },
  );

  test("a terminal is shown our own decorations and nothing else", async () => {
    const { out } = await say([], 80);
    expect(out).toContain("\u001b[1msaid\u001b[22m\t");
    expect(out.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", "")).not.toMatch(obeyed);
  });

  test("JSON has no such characters and means the same, and a file gets the text as it is", async () => {
    const { out } = await say(["--json"], 80);
    expect(out).not.toMatch(obeyed);
    expect(JSON.parse(out)).toEqual({ said: hostile });
    expect((await say([])).out).toContain(hostile);
  });
});
