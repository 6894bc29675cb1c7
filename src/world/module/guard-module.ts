/**
 * The environment and the landscape of a module, so wrapped that what goes wrong in them is told as the module's: which
 * file, which part of it, what was thrown. Every field is read once, while the module is opened, since a field can be a
 * getter that throws as well. What the library made is left as it is: it is known by who it is, and says itself what is
 * wrong.
 */
import type { Environment } from "../../environment/environment.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { tellFault } from "../../file/notices.ts";
import { isRecord } from "../../is-record.ts";
import type { Fields } from "../../known-fields.ts";
import { CachedOracle } from "../../landscape/oracle/cached-oracle.ts";
import { OracleError, unanswered } from "../../landscape/oracle/oracle-error.ts";
import type { Landscape, Oracle } from "../../landscape/landscape.ts";
import { checkScores } from "../../landscape/oracle/check-scores.ts";
import { isErrorOf } from "../../thrown.ts";
import { blame } from "./blame.ts";
import { settled } from "./module-calls.ts";

/** Whoever puts things away has this long. */
const disposeMs = 10_000;

type Method = (...given: readonly unknown[]) => unknown;
/** Makes a method of a part of a module into what is called in its place. */
type Wrap = (method: Method, owner: object, part: string) => Method;

/** Runs something that reads or calls a part of a module. */
export function blaming<T>(path: string, part: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    throw blame(path, part, thrown);
  }
}

/**
 * The fields of a part, each read once; those with `known` names also where the object does not list them. The module's
 * default export is the part without a name.
 */
export function readFields(
  path: string,
  part: string,
  owner: object,
  known: Readonly<Record<string, true>> = {},
): Readonly<Record<string, unknown>> {
  const listed = new Set(blaming(path, part || "the default export", () => namesOf(owner)));
  const names = [...listed, ...Object.keys(known).filter((name) => !listed.has(name))];
  const fields = names.map((name): readonly [string, unknown] => [
    name,
    blaming(path, part === "" ? name : `${part}.${name}`, () => Reflect.get(owner, name) as unknown),
  ]);
  return Object.fromEntries(fields.filter(([name, value]) => value !== undefined || listed.has(name)));
}

/** An environment with its fields read, and its methods as they are. */
export function readEnvironment(path: string, environment: object): Environment {
  const asIs: Wrap = (method, owner) => method.bind(owner);
  return blaming(path, "environment", () => membersOf(path, "environment", environment, asIs));
}

/** An environment whose methods say that they are the module's when they throw. */
export function guardEnvironment(path: string, environment: object): Environment {
  const plain = environment as Environment;
  if (blaming(path, "environment", () => asSequences(plain)) !== null) return plain;
  // No method of an environment is given more than three things; gathering them in a list would cost at every step.
  const guarded: Wrap = (method, owner, part) => (first, second, third) => {
    try {
      return method.call(owner, first, second, third);
    } catch (thrown) {
      throw blame(path, part, thrown);
    }
  };
  return membersOf(path, "environment", environment, guarded);
}

const environmentFields: Fields<Environment> = {
  name: true,
  actionCount: true,
  outcomeCount: true,
  maxSteps: true,
  featureCount: true,
  initial: true,
  isTerminal: true,
  isLegal: true,
  outcomeProbabilities: true,
  next: true,
  encode: true,
  key: true,
  objectOf: true,
  backward: true,
  enumeration: true,
  stopAction: true,
  slips: true,
  tokens: true,
  context: true,
  start: true,
  noise: true,
  memory: true,
};

const landscapeFields: Fields<Oracle> = {
  name: true,
  enumerable: true,
  free: true,
  conditional: true,
  immediate: true,
  logarithmic: true,
  at: true,
  score: true,
  dispose: true,
};

/** Parts of an environment that have methods of their own; everything else with fields is data, or a state. */
const withMethods: ReadonlySet<string> = new Set(["backward", "enumeration", "memory", "tokens"]);

function membersOf(path: string, part: string, owner: object, wrap: Wrap): Environment {
  const known = part === "environment" ? environmentFields : {};
  const members = Object.entries(readFields(path, part, owner, known)).map(([name, value]) => {
    const inner = `${part}.${name}`;
    if (typeof value === "function") return [name, wrap(value as Method, owner, inner)];
    return withMethods.has(name) && isRecord(value)
      ? [name, membersOf(path, inner, value, wrap)]
      : [name, value];
  });
  return Object.fromEntries(members) as Environment;
}

/** The fields of a landscape as they are. */
export function readLandscape(path: string, landscape: object): Readonly<Record<string, unknown>> {
  return readFields(path, "landscape", landscape, landscapeFields);
}

/** A landscape whose scores are checked where they come from, and whose mistakes are the module's. */
export function guardLandscape(path: string, given: object): Landscape {
  const landscape = given as Landscape;
  if (landscape.enumerable || landscape instanceof CachedOracle) return landscape;
  const fields = readLandscape(path, landscape) as Partial<Record<keyof Oracle, unknown>>;
  const name = String(fields.name);
  const asked: Oracle["score"] = async (sequences, contexts, heard) => {
    try {
      const answer = (fields.score as Method).call(landscape, sequences, contexts, heard);
      return checkScores(name, sequences, await settled(path, "landscape.score", answer));
    } catch (thrown) {
      if (isErrorOf(OracleError, thrown)) throw thrown;
      const { code, message, kind } = blame(path, "landscape.score", thrown);
      throw new OracleError(code, message, { kind, cause: thrown, scores: unanswered(sequences.length) });
    }
  };
  const under: NonNullable<Oracle["at"]> = (context) => {
    const found = blaming(path, "landscape.at", () => (fields.at as Method).call(landscape, context));
    return guardLandscape(path, found as object);
  };
  return {
    ...(fields as Partial<Oracle>),
    name,
    enumerable: false,
    score: asked,
    ...(fields.at === undefined ? {} : { at: under }),
    ...(fields.dispose === undefined
      ? {}
      : { dispose: () => putAway(path, () => (fields.dispose as Method).call(landscape)) }),
  };
}

/** Lets a module put its things away; what goes wrong there takes nothing from the work that is done. */
async function putAway(path: string, dispose: () => unknown): Promise<void> {
  const part = "landscape.dispose";
  try {
    await settled(path, part, dispose(), { mostMs: disposeMs });
  } catch (thrown) {
    tellFault(blame(path, part, thrown));
  }
}

/** The names of all fields, those of classes included. */
function namesOf(owner: object): string[] {
  const names = new Set<string>();
  for (let at = owner; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at) as object) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== "constructor") names.add(name);
  }
  return [...names];
}
