/** Words as they may be typed: every list is run or refused with exit code 2, and --json prints one document. */
import { commands } from "../../src/cli/commands/index.ts";
import { flagOf, type Command, type CommandResult } from "../../src/cli/option-table.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { terminalStyle } from "../../src/cli/terminal/style.ts";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";

const values = [
  "",
  "0",
  "-1",
  "1e9",
  "1e308",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "9".repeat(400),
  "sdb",
  "sdb+0.1*skl",
].concat([
  "a,b",
  "1,2,3",
  "[]",
  '["x"]',
  "../..",
  "\u001b[31m",
  "ünï",
  "true",
  "--",
  "--json",
  "-5",
  "latest",
  "grid",
  "sim8",
]);

/** The real tables of options, with nothing behind them. */
const nothing = (): Promise<CommandResult> => Promise.resolve({ document: { ok: true }, text: "ok" });
const hollow = Array.from(commands, (command): Command => Object.assign({}, command, { run: nothing }));

function words(random: Generator): string[] {
  const command = pick(random, hollow);
  const flags = Object.keys(command.options).map((name) => flagOf(name));
  const list = random.integer(8) === 0 ? [pick(random, values)] : command.name.split(" ");
  for (let i = random.integer(6); i > 0; i--) {
    const flag =
      random.integer(10) === 0 ? `--${pick(random, values)}` : pick(random, [...flags, "--json", "--help"]);
    if (random.integer(3) === 0) list.push(`${flag}=${pick(random, values)}`);
    else list.push(flag, ...(random.integer(2) === 0 ? [pick(random, values)] : []));
    if (random.integer(4) === 0) list.push(pick(random, values));
  }
  return list;
}

export const argumentLists: Campaign = {
  name: "argument-lists",
  promise: "any words are run or refused with a reason",
  short: 400,
  long: 60_000,
  begin: () =>
    Promise.resolve(async (random) => {
      const typed = words(random);
      let [out, err] = ["", ""];
      const code = await runCli(typed, hollow, {
        version: "0",
        style: terminalStyle(false, {}),
        errorStyle: terminalStyle(false, {}),
        writeOut: (text) => (out += text),
        writeError: (text) => (err += text),
      });
      const said = JSON.stringify(typed);
      if (err.includes("fault in windage")) return `${said}: ${err}`;
      if (code === 2 && out + err === "") return `${said}: refused without a word`;
      // eslint-disable-next-line no-control-regex -- that none of these reaches the terminal is the point
      if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(err))
        return `${said}: control characters on stderr`;
      const end = typed.indexOf("--");
      if (typed.slice(0, end === -1 ? undefined : end).includes("--json")) JSON.parse(out);
      return undefined;
    }),
};
