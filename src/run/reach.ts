/**
 * What a configuration would open, start or ask outside this library and its own folder. All of it is listed, not the
 * first: whoever is asked for trust has to see everything that it is asked for, with whole paths and whose they are.
 */
import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { splitTable } from "../world/condition/split-table.ts";
import { openingSettings } from "./config/config.ts";
import type { Opening } from "../settings/value-spec.ts";
import { taskOf } from "../world/task/registry.ts";
import { isModule } from "../world/module/is-module.ts";
import { readSecrets } from "../world/oracle/oracle-secrets.ts";
import type { JsonObject, JsonValue } from "../file/json-document.ts";
import { sharedScoresFolder } from "../landscape/source/shared-scores-folder.ts";

/** One thing that is opened, started or asked. */
export interface Reach {
  /** What would be done, such as `read the file "/data/kd.csv"`. */
  readonly words: string;
  /** What is touched by it, as whole paths where it is not the words that name it. */
  readonly paths: readonly string[];
  /** The name of a program that is looked for where the system keeps programs. */
  readonly program?: string;
  /** Paths if something is there, such as words of a command that are files. */
  readonly perhaps?: readonly string[];
}

type Opener = (value: JsonValue, config: JsonObject) => readonly Reach[];

/** What is done with the value of a setting, by what the table of settings says that it opens. */
const openers: Readonly<Record<Opening, Opener>> = {
  module: (task) =>
    typeof task === "string" && isModule(task)
      ? [
          {
            words: `load, with what it imports, the module ${JSON.stringify(resolve(task))}`,
            paths: [resolve(task)],
          },
        ]
      : [],
  program: (words, { folder }) => [starting(words, typeof folder === "string" ? resolve(folder) : null)],
  service: (url, config) => [
    { words: `send sequences to ${JSON.stringify(url)}${secretsOf(config)}`, paths: [] },
  ],
  file: (path) => (typeof path === "string" ? [reading(path)] : []),
  "named files": (texts) => textsIn(texts).map((text) => reading(splitTable(text).path)),
};

/** Everything that a configuration would open, start or ask; empty where it stays inside. */
export function reachesOf(config: JsonObject): readonly Reach[] {
  const found = openingSettings.flatMap(([name, opens]) => {
    const value = config[name];
    return value === undefined || value === null ? [] : openers[opens](value, config);
  });
  return [...found, ...sharing(config)];
}

/** The same in words, each once, with whose each path is. */
export async function tellReaches(reaches: readonly Reach[]): Promise<readonly string[]> {
  const told = new Set<string>();
  for (const { words, paths, program, perhaps = [] } of reaches) {
    const all = [...(program === undefined ? [] : [await findProgram(program)]), ...paths];
    for (const path of perhaps) if (await isThere(path)) all.push(path);
    const owners: string[] = [];
    for (const path of all) owners.push(await whose(path, all.length > 1));
    told.add(owners.length === 0 ? words : `${words} (${owners.join(", ")})`);
  }
  return [...told];
}

function reading(path: string): Reach {
  return { words: `read the file ${JSON.stringify(resolve(path))}`, paths: [resolve(path)] };
}

/** A program with the folder it is started in; words that are files there are likely to be what it runs. */
function starting(command: JsonValue, folder: string | null): Reach {
  const [program = "", ...words] = textsIn(command);
  const from = folder ?? process.cwd();
  const isPath = /[/\\]/.test(program);
  return {
    words: `start the program ${JSON.stringify(command)} in the folder ${JSON.stringify(from)}`,
    paths: [...(isPath ? [resolve(from, program)] : []), from],
    perhaps: words.map((word) => resolve(from, word)),
    ...(isPath ? {} : { program }),
  };
}

/** The environment variables whose values would go with it. */
function secretsOf({ oracleHeader, oracleQuery }: JsonObject): string {
  const variables = [
    ...readSecrets("oracleHeader", textsIn(oracleHeader ?? [])).values(),
    ...readSecrets("oracleQuery", textsIn(oracleQuery ?? [])).values(),
  ];
  return variables.length === 0
    ? ""
    : ` with the values of your environment variables ${variables.join(", ")}`;
}

/** Scores that were asked for are kept for all runs of this user, unless they are the run's own. */
function sharing(config: JsonObject): readonly Reach[] {
  if (config["keepScores"] === "own" || taskOf(config).keepsScores !== true) return [];
  const folder = sharedScoresFolder();
  return [{ words: `read and add to the scores that you keep in ${JSON.stringify(folder)}`, paths: [] }];
}

function textsIn(value: JsonValue): readonly string[] {
  return Array.isArray(value) ? value.filter((text: JsonValue) => typeof text === "string") : [];
}

/** Where the system would find a program of this name. */
async function findProgram(name: string): Promise<string> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, name);
    const runs =
      isAbsolute(path) &&
      (await access(path, constants.X_OK).then(
        () => true,
        () => false,
      ));
    if (runs) return path;
  }
  return name;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whose a path is, and where it leads if it is a link; named where there are several. */
async function whose(path: string, named: boolean): Promise<string> {
  const name = named ? `${JSON.stringify(path)} ` : "";
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return `${name}not there`;
  const real = await realpath(path).catch(() => path);
  const link = real === path ? "" : ` and leads to ${JSON.stringify(real)}`;
  const own = process.getuid?.();
  if (own === undefined) return `${name}there${link}`;
  const owner = facts.uid === own ? "yours" : facts.uid === 0 ? "the system's" : `of user ${facts.uid}`;
  return `${name}${owner}${link}`;
}
