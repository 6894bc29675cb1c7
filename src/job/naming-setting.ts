/** What a setting names is read by parts that know nothing of settings; what is wrong with it is told with the setting. */
import { WindageError } from "../error.ts";

/** A mistake that begins with `source`, told with the setting in its place; any other as it is. */
export function namingSetting(error: unknown, path: string, source = path): unknown {
  if (!(error instanceof WindageError)) return error;
  const { message, code, kind } = error;
  if (!message.startsWith(source)) return error;
  const rest = message.slice(source.length);
  return new WindageError(code, (say) => `${say(path)}${rest}`, { cause: error, kind });
}
