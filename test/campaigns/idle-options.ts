/**
 * Options that do nothing: a command is run twice, once with one more option of another value than the default. Then
 * something has to differ, or the option has to be refused, or named in what is said; an option that does nothing in
 * silence is the failure.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../src/cli/commands/index.ts";
import { flagOf, type Command } from "../../src/cli/option-table.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { terminalStyle } from "../../src/cli/terminal/style.ts";
import type { ValueSpec } from "../../src/settings/value-spec.ts";
import { objectiveNames } from "../../src/objective/registry.ts";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";
import { linesToTry, onOccasion, writeInputs, type LineToTry } from "./idle-option-lines.ts";

/** Values that an option may have, not all of them good. */
function valuesOf(name: string, spec: ValueSpec): readonly string[] {
  if (name === "objective") return objectiveNames;
  if (name === "seed") return ["7"];
  switch (spec.kind) {
    case "boolean":
      return ["true"];
    case "choice":
      return spec.choices;
    case "integer":
      return ["0", "1", "2", "3", "6", "24"];
    case "number":
      return ["0", "0.02", "0.3", "1", "2.5"];
    case "list":
      return spec.of === "entry" ? [] : ["1,4", "7", "0.3", "50,90"];
    case "text":
    case "texts":
    case "words":
    case "record":
      return [];
  }
}

interface Done {
  readonly code: number;
  readonly said: string;
  /** Everything that came of it but names and times. */
  readonly digest: string;
}

async function run(words: readonly string[], place: string): Promise<Done> {
  let [out, said] = ["", ""];
  const code = await runCli(words, commands, {
    version: "0",
    style: terminalStyle(false, {}),
    errorStyle: terminalStyle(false, {}),
    writeOut: (text) => (out += text),
    writeError: (text) => (said += text),
  });
  const hash = createHash("sha256").update(withoutTimes(out));
  for (const path of filesBelow(place)) {
    hash.update(path.replaceAll(/\d{8}-\d{6}-[^/]*/g, ""));
    if (!/config\.json|status\.json|signature|inputs\.json|safetensors|lock/.test(path)) {
      hash.update(withoutTimes(readFileSync(join(place, path), "utf8")));
    }
  }
  return { code, said: said + out, digest: hash.digest("hex") };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
}

function withoutTimes(text: string): string {
  return text
    .replaceAll(/"(?:seconds|time|run|folder|check)":\s*(?:"[^"]*"|[\d.e+-]+),?/g, "")
    .replaceAll(/\d{8}-\d{6}-\S*/g, "")
    .replaceAll(/\/tmp\/\S*/g, "")
    .replaceAll(/[\d.,]+\s+(?:m?s|min)\b/g, "")
    .replaceAll(/\s+/g, " ");
}

/** One more option, or nothing where the value is the default already. */
function oneMore(random: Generator, { options }: Command): readonly [string, string, ValueSpec] | undefined {
  const name = pick(
    random,
    Object.keys(options).filter((one) => !onOccasion.has(one)),
  );
  const spec: ValueSpec = options[name]!;
  const values = valuesOf(name, spec);
  if (values.length === 0) return undefined;
  const value = pick(random, values);
  return "default" in spec && String(spec.default) === value ? undefined : [name, value, spec];
}

export const idleOptions: Campaign = {
  name: "idle-options",
  promise: "no option does nothing in silence",
  short: 20,
  long: 3000,
  async begin(folder) {
    const inputs = await writeInputs(folder, (words) => run(words, folder));
    const plain = new Map<LineToTry, Promise<Done>>();
    const runLine = (line: LineToTry, more: readonly string[], place: string): Promise<Done> =>
      run([...line.words(inputs, place), ...more], place);
    return async (random, place) => {
      const line = pick(random, linesToTry);
      const command = commands.find(({ name }) => name === line.command)!;
      const more = oneMore(random, command);
      if (more === undefined) return undefined;
      const [name, value, spec] = more;
      const flag = flagOf(name);
      if (line.words(inputs, place).includes(flag)) return undefined;
      if (!plain.has(line)) plain.set(line, runLine(line, [], inputs.folder(`plain-${plain.size}`)));
      const before = await plain.get(line)!;
      const shown = line.words(inputs, "…").join(" ");
      if (before.code !== 0) return `${shown}: ${before.said}`;
      const after = await runLine(line, spec.kind === "boolean" ? [flag] : [flag, value], place);
      if (after.code === 2 && after.said.includes("error [")) return undefined;
      if (after.code === 0 && after.digest !== before.digest) return undefined;
      const isSaid = after.said.includes(flag) || after.said.includes(`${name} was`);
      return isSaid
        ? undefined
        : `${shown} ${flag} ${value}: code ${after.code}, ${after.said.slice(0, 300)}`;
    };
  },
};
