/** Finds what somebody wants to see by what they type: a run or a forecast as anywhere, a comparison or a project by its folder. */
import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { isForecast } from "../../run/latest-run.ts";
import { openRun } from "../../run/open-run.ts";
import type { Account, Picture } from "./account.ts";

/** Reads the account of what was typed. */
export async function openAccount(typed: string, runs?: string): Promise<Account> {
  const has = async (name: string): Promise<boolean> =>
    (await lstat(join(resolve(typed), name)).catch(() => undefined))?.isFile() === true;
  if (await has("comparison.json")) return (await import("./comparison-account.ts")).comparisonAccount(typed);
  if (await has("project.json")) return (await import("./project-account.ts")).projectAccount(typed);
  const run = await openRun(typed, runs === undefined ? {} : { root: runs });
  if (isForecast(run)) return (await import("./forecast-account.ts")).forecastAccount(run);
  return (await import("./training-account.ts")).trainingAccount(run);
}

/** The figure of that name; without one the first. */
export function pictureOf({ pictures, folder }: Account, name?: string): Picture {
  const [first] = pictures;
  if (first === undefined) {
    throw new WindageError(
      "job/no-figures",
      `${folder}: got nothing that could be drawn, expected a run that has trained, a forecast, a comparison with a finished job, or a project with an order.`,
    );
  }
  const found = name === undefined ? first : pictures.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = pictures.map((one) => one.name);
  throw new WindageError(
    "job/unknown-figure",
    `got the figure ${JSON.stringify(name)}, expected one of ${names.join(", ")}; other figures need what ${folder} does not have.`,
  );
}
