/** What a runtime throws while it runs a program, in our words: which program, what it was, what to do. */
import { WindageError } from "../../error.ts";
import type { EngineName } from "./runtime.ts";

const outOfRange = /out of (?:data )?bounds|invalid ind(?:ice|ex)/i;
const division = /divide by zero|remainder by zero|divide result unrepresentable/;

/** The error to throw for whatever a runtime has thrown. */
export function runFailure(program: string, engine: EngineName, error: unknown): WindageError {
  if (error instanceof WindageError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  if (outOfRange.test(message))
    return new WindageError(
      "engine/bad-index",
      `${program}: got an index out of range, expected 0 to the size of the axis minus one; ` +
        `correct the indices (${engine}: ${message}).`,
      options,
    );
  if (division.test(message))
    return new WindageError(
      "engine/bad-division",
      `${program}: got an integer divided by 0, or the smallest one by -1, expected a divisor for which the ` +
        `quotient exists; correct the divisor (${engine}: ${message}).`,
      options,
    );
  return new WindageError(
    "engine/run-failed",
    `${program}: the ${engine} engine stopped, expected a result: ${message}; ` +
      `please report this with the function that was compiled.`,
    { ...options, kind: "failure" },
  );
}
