/**
 * What somebody else's code threw or handed over, in words. JavaScript lets anything be thrown, and lets everything that
 * one could ask of it throw in turn (`message`, `toString`, even `instanceof`), so nothing is asked here without a net.
 */

/** Longer texts say nothing that their beginning does not. */
const mostLetters = 2_000;

/** The words of an error, or what was thrown in its place. */
export function describeThrown(thrown: unknown): string {
  return withNet(() => {
    if (!(thrown instanceof Error)) return describeAny(thrown);
    const text = typeof thrown.message === "string" ? thrown.message : describeAny(thrown.message);
    return text.trim() === "" ? describeAny(thrown.name) : text.slice(0, mostLetters);
  }, "an error whose message cannot be read");
}

/** Any value in a few words. */
export function describeAny(value: unknown): string {
  return withNet(
    () =>
      typeof value === "function"
        ? "a function"
        : typeof value === "string" || typeof value !== "object" || value === null
          ? String(value).slice(0, mostLetters)
          : Array.isArray(value)
            ? `a list of ${value.length}`
            : `an object (${asText(value)})`,
    "a value that cannot be read",
  );
}

/** Where an error was made, line by line; empty where nobody knows. */
export function traceOf(thrown: unknown): string {
  return withNet(() => {
    const { stack } = thrown as { readonly stack?: unknown };
    return typeof stack === "string" ? stack : "";
  }, "");
}

/** Whether it is an error of this class, whatever it says of itself. */
export function isErrorOf<T extends Error>(
  kind: abstract new (...given: never[]) => T,
  thrown: unknown,
): thrown is T {
  return withNet(() => thrown instanceof kind, false);
}

function asText(value: object): string {
  const json = JSON.stringify(value) as string | undefined;
  return (json ?? Object.prototype.toString.call(value)).slice(0, 80);
}

function withNet<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
