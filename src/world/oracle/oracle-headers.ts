/**
 * Headers for a service that scores, such as an access token. An option names the header and the environment variable
 * that holds its value, so that a secret stands neither in the command, nor in a config file, nor in a run's folder.
 */
import { WindageError } from "../../error.ts";

const written = /^(?<header>[\w!#$%&'*+.^`|~-]+)=(?<variable>[A-Z_][A-Z0-9_]*)$/;

/** Headers by name, each with the variable that holds its value. */
export function readHeaders(texts: readonly string[]): ReadonlyMap<string, string> {
  const read = texts.map((text): readonly [string, string] => {
    const { header, variable } = written.exec(text)?.groups ?? {};
    if (header !== undefined && variable !== undefined) return [header, variable];
    // What was typed is not repeated: it may be the secret itself.
    throw new WindageError(
      "cli/invalid-value",
      "--oracle-header: got something else than a header's name and the name of an environment variable, expected Authorization=SCORE_TOKEN (capitals, digits and _); put the value into that variable, where it stays out of the run's folder.",
    );
  });
  return new Map(read);
}

/** The headers with their values, which are read now and kept nowhere. */
export function fillHeaders(
  texts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const filled = Array.from(readHeaders(texts), ([header, variable]): readonly [string, string] => {
    const value = environment[variable];
    if (value !== undefined && value !== "") return [header, value];
    throw new WindageError(
      "run/missing-variable",
      `--oracle-header: the environment variable ${variable}, which holds the value of ${header}, is not set; set it with "export ${variable}=…" first.`,
    );
  });
  return Object.fromEntries(filled);
}
