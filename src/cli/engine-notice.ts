/** Says in one line at the start when work will be slow because the native engine is missing. */
import type { CommandContext } from "./option-table.ts";

/** What the engine is called; where it only stands in for the native one, a line on stderr says what to do. */
export async function engineNotice({ progress }: Pick<CommandContext, "progress">): Promise<string> {
  const { engineInfo, installNative } = await import("../engine/index.ts");
  const { description, standsIn } = await engineInfo();
  if (standsIn) {
    progress(
      `Note: the native engine is not installed, so this runs on ${description}, with the same results but about ten times slower. To install it: ${installNative}`,
    );
  }
  return description;
}
