/** Says in one line at the start when work will be slow because the native engine is missing. */
import type { CommandContext } from "./option-table.ts";

/** What the engine is called; where it only stands in for the native one, a line on stderr says what to do. */
export async function engineNotice({ progress }: Pick<CommandContext, "progress">): Promise<string> {
  const { engineInfo } = await import("../engine/runtime/select.ts");
  const { standInNotice } = await import("../engine/runtime/select.ts");
  const info = await engineInfo();
  if (info.standsIn) progress(`Note: ${standInNotice(info)}`);
  return info.description;
}
