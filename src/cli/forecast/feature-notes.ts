/** What features had a part in, in words: named columns that changed nothing are told of, with the reason. */
import { tallyOf, tallyOfPool, type FeatureTally, type UsesFeatures } from "../../forecast/feature-use.ts";
import type { SeriesTable } from "../../forecast/series/read-series.ts";

/** What the user named: columns, and the calendar. */
export interface NamedFeatures {
  readonly table: Pick<SeriesTable, "columns" | "featureNames">;
  readonly calendar: boolean;
}

/** Sentences about features that were named and not used, for some series or for all; none where all were. */
export function featureNotes({ table, calendar }: NamedFeatures, forecast: UsesFeatures): readonly string[] {
  const { columns, featureNames } = table;
  // Columns that were left out altogether are told of where the file is read.
  const read = featureNames.known.length + featureNames.past.length > 0;
  const named = read ? [...columns.known, ...columns.past].map((column) => columns.names[column]!) : [];
  const names = [...named.slice(0, 12), ...(calendar ? ["the calendar"] : [])];
  if (names.length === 0) return [];
  const it = names.length === 1 ? "it" : "they";
  const subject = capital(listed(names), named.length === 0);
  const tally = tallyOfPool(forecast);
  const takes = names.length === 1 ? "takes" : "take";
  if (tally === undefined)
    return [`${subject} ${takes} no part in the forecasts: ${it} said nothing that differs between steps.`];
  const total = tally.used + tally.noHelp + tally.tooShort + tally.noWeight;
  const because = reasons(tally, it, total);
  if (because.length === 0) return [];
  if (tally.used > 0)
    return [
      `${subject} ${takes} part in the forecasts of ${tally.used} of ${total} series: ${because.join(", ")}.`,
      byModel(forecast, total),
    ];
  const what = total === 1 ? "forecast" : "forecasts";
  return [
    `${subject} ${takes} no part in the ${what}: ${because.join(", ")}.`,
    ...(tally.noWeight > 0 ? [byModel(forecast, total)] : []),
  ];
}

/** Why some series go without, each reason with its number of series unless it holds for all. */
function reasons({ noHelp, tooShort, noWeight }: FeatureTally, it: string, total: number): string[] {
  const them = it === "it" ? "it" : "them";
  const does = it === "it" ? "it does" : "they do";
  const told = (count: number, reason: string, ofAll = reason): string[] =>
    count === 0 ? [] : [count < total ? `for ${count} ${reason}` : total === 1 ? reason : ofAll];
  const last = `${it} did not help on the last third of`;
  return [
    ...told(noHelp, `${last} the history`, `${last} any series' history`),
    ...told(
      tooShort,
      `the history is too short to learn what ${does}`,
      `the histories are too short to learn what ${does}`,
    ),
    ...told(noWeight, `the models that use ${them} have no weight in the pool`),
  ];
}

function byModel({ featureUse }: UsesFeatures, total: number): string {
  const parts = [...featureUse].map(([name, uses]) => `${name} for ${tallyOf(uses).used}`);
  return `Of ${total} series, features are used by ${parts.join(", ")}.`;
}

/** "a", "a and b", "a, b and c". */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)!].filter(Boolean).join(" and ");
}

/** A sentence begins with a capital, unless it begins with the name of a column. */
function capital(text: string, isOurs: boolean): string {
  return isOurs ? text[0]!.toUpperCase() + text.slice(1) : text;
}
