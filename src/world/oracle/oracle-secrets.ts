/**
 * What a service that scores is sent beside sequences, such as an access token: headers, and parts of its address's query.
 * An option names each with the environment variable that holds its value, so that a secret stands neither in the
 * command, nor in a config file, nor in a run's folder.
 */
import { WindageError } from "../../error.ts";
import { flagOf } from "../../settings/value-spec.ts";

/** How each is written, what it is called, and an example. */
const kinds = {
  oracleHeader: {
    written: /^(?<name>[\w!#$%&'*+.^`|~-]+)=(?<variable>[A-Z_][A-Z0-9_]*)$/,
    called: "a header's name",
    example: "Authorization=SCORE_TOKEN",
  },
  oracleQuery: {
    written: /^(?<name>[^\s=&#?]+)=(?<variable>[A-Z_][A-Z0-9_]*)$/,
    called: "the name of a part of the query",
    example: "key=SCORE_KEY",
  },
} as const;

type Kind = keyof typeof kinds;

/** Things by name, each with the variable that holds its value. */
export function readSecrets(kind: Kind, texts: readonly string[]): ReadonlyMap<string, string> {
  const { written, called, example } = kinds[kind];
  const read = texts.map((text): readonly [string, string] => {
    const { name, variable } = written.exec(text)?.groups ?? {};
    if (name !== undefined && variable !== undefined) return [name, variable];
    // What was typed is not repeated: it may be the secret itself.
    throw new WindageError(
      "cli/invalid-value",
      `${flagOf(kind)}: got something else than ${called} and the name of an environment variable, expected ${example} (capitals, digits and _); put the value into that variable, where it stays out of the run's folder.`,
    );
  });
  return new Map(read);
}

/** The same with their values, which are read now and kept nowhere. */
export function fillSecrets(
  kind: Kind,
  texts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const filled = Array.from(readSecrets(kind, texts), ([name, variable]): readonly [string, string] => {
    const value = environment[variable];
    if (value !== undefined && value !== "") return [name, value];
    throw new WindageError(
      "run/missing-variable",
      `${flagOf(kind)}: the environment variable ${variable}, which holds the value of ${name}, is not set; set it with "export ${variable}=…" first.`,
    );
  });
  return Object.fromEntries(filled);
}

/** Refuses an address with something in it that may be a secret, since it would stand in a run's folder. */
export function requirePlainAddress(address: string): void {
  if (!URL.canParse(address)) return;
  const { search, username, password } = new URL(address);
  // Nothing of it is repeated.
  if (search !== "") {
    throw new WindageError(
      "cli/invalid-value",
      (say) =>
        `${say("oracle.url")}: got an address with a query, which may hold a key and would stand in the run's folder, expected one without; name each part of it and the environment variable that holds its value, such as ${say("oracle.query")} key=SCORE_KEY.`,
    );
  }
  if (username + password !== "") {
    throw new WindageError(
      "cli/invalid-value",
      (say) =>
        `${say("oracle.url")}: got an address with a user name or a password, which would stand in the run's folder, expected one without; send them as a header, such as ${say("oracle.header")} Authorization=SCORE_TOKEN.`,
    );
  }
}
