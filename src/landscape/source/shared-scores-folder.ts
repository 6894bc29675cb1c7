/** Where the scores are that all runs of a user share. */
import { join } from "node:path";
import { dataFolder } from "../../file/data-folder.ts";

export function sharedScoresFolder(): string {
  return join(dataFolder(), "scores");
}
