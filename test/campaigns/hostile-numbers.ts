/**
 * Numbers and other values in files that no flag would accept. The value of every field of a run's configuration, and of
 * every number of a comparison's plan, is accepted from the file exactly if it is accepted as a flag or from a config
 * file of the command, and is then the same value; no field is left out.
 */
import { commands } from "../../src/cli/commands/index.ts";
import { flagOf, type Command } from "../../src/cli/option-table.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import { defaultConfig, readConfig, recordSpecs } from "../../src/run/config/config.ts";
import { validateValue } from "../../src/settings/validate-value.ts";
import type { Generator } from "../../src/random/generator.ts";
import { readPlan } from "../../src/run/comparison/read-plan.ts";
import type { JsonObject, JsonValue } from "../../src/file/json-document.ts";
import { outcomeOf, pick, type Campaign } from "./campaign.ts";

const edges = [0, -0, -1, 1, 2, 0.5, 1e-300, 5e-324, 1e9, 1e12, 2 ** 31, 2 ** 53, 1e308, -1e308];
const limits = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 12, 13, 32, 33, 64, 65, 256, 257, 1000];
const more = [1001, 4096, 4097, 8192, 8193, 65_536, 65_537, 86_400, 86_401, 1e6, 1e6 + 1, 1e7, 1e7 + 1];
const numbers: readonly number[] = [
  ...edges,
  ...limits,
  ...more,
  1e8,
  1e8 + 1,
  1e9 + 1,
  0.01,
  0.009,
  1e-9,
  9e-10,
];
const others: readonly JsonValue[] = [
  "",
  "1",
  "1e999",
  "Infinity",
  true,
  [],
  [1],
  {},
  { valueOf: 1 },
  "x",
  ["x"],
];

/** An edge, a number near one, or any. */
function numberFrom(random: Generator): number {
  const edge = pick(random, numbers);
  const kind = random.integer(4);
  if (kind === 0) return edge * (1 + (random.float64() - 0.5) * 1e-3);
  return kind === 1 ? (random.float64() - 0.5) * 10 ** (random.integer(40) - 20) : edge;
}

const named = (name: string): Command => commands.find((command) => command.name === name)!;
const [train, compare] = [named("train"), named("compare")];

const takesNumbers: ReadonlySet<string> = new Set(["integer", "number", "choice", "list"]);

/** The value an option of a command would have; undefined where it is refused. */
async function asOption(command: Command, name: string, value: JsonValue): Promise<unknown> {
  // A few settings are in records alone.
  const spec = command.options[name] ?? command.arguments[name] ?? recordSpecs[name]!;
  const read = await outcomeOf(() =>
    // A number that is typed for a text is one, so that those are compared with a config file.
    typeof value === "number" && takesNumbers.has(spec.kind) && name in command.options
      ? parseArguments(command, [`${flagOf(name)}=${value}`]).get(name)
      : validateValue(spec, value, name),
  );
  return "error" in read ? undefined : read.value;
}

/** What is wrong with how a field of a run's configuration is read. */
async function tryConfig(random: Generator): Promise<string | undefined> {
  const field = pick(random, Object.keys(defaultConfig));
  const value = random.integer(4) === 0 ? pick(random, others) : numberFrom(random);
  const plain = defaultConfig as unknown as JsonObject;
  const read = await outcomeOf(() => readConfig("run", { ...plain, [field]: value }));
  const kept = "error" in read ? undefined : (read.value as unknown as JsonObject)[field];
  const wanted =
    field === "folder"
      ? typeof value === "string" && value !== ""
        ? value
        : undefined
      : await asOption(train, field, value);
  return verdict(`config.json: ${field}`, value, kept, wanted);
}

const planNumbers = ["calls", "steps", "window", "points", "samples", "seed", "noise"] as const;

/** What is wrong with how a number of a comparison's plan is read. */
async function tryPlan(random: Generator): Promise<string | undefined> {
  const field = pick(random, planNumbers);
  const value = numberFrom(random);
  const method = { label: "sdb", baseline: null, settings: {}, config: { ...defaultConfig } };
  // The smallest iteration has to fit into any budget that is tried.
  const config = { ...method.config, onPolicy: 1 } as unknown as JsonObject;
  const usual: JsonObject = { task: "sim8", noise: [0.25], seeds: [0], calls: 1000, steps: null, window: 10 };
  const list = field === "seed" ? "seeds" : field;
  const plan = { ...usual, points: 2, samples: 8, methods: [{ ...method, config }] as unknown as JsonValue };
  const changed = { ...plan, [list]: list === "seeds" || list === "noise" ? [value] : value };
  const read = await outcomeOf(() => readPlan("plan", changed));
  const kept = "error" in read ? undefined : read.value[list];
  const wanted = await asOption(compare, field, value);
  return verdict(
    `comparison.json: ${field}`,
    value,
    Array.isArray(kept) ? (kept as number[])[0] : kept,
    Array.isArray(wanted) ? (wanted as number[])[0] : wanted,
  );
}

function verdict(field: string, value: JsonValue, kept: unknown, wanted: unknown): string | undefined {
  if (JSON.stringify(kept) === JSON.stringify(wanted)) return undefined;
  const said = (one: unknown): string => (one === undefined ? "refused" : `taken as ${JSON.stringify(one)}`);
  return `${field} ${JSON.stringify(value)}: ${said(kept)} from the file, ${said(wanted)} as a flag`;
}

export const hostileNumbers: Campaign = {
  name: "hostile-numbers",
  promise: "every number in a file has the bounds its flag has",
  short: 1_000,
  long: 10_000,
  begin: () => Promise.resolve((random) => (random.integer(4) === 0 ? tryPlan(random) : tryConfig(random))),
};
