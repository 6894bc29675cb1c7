/** Settings that a file of series, once it is read, turns out to give no effect. */
import { WindageError } from "../../error.ts";
import type { SeriesTable } from "../../forecast/series/read-series.ts";
import type { ForecastJob } from "../../run/forecast/forecast-job.ts";

/** Refuses them, before anything is computed. */
export function requireEffectOn(
  { isIrregular, frequency, series, timeKind, dateOrder: used, file }: SeriesTable,
  { read = {}, perSeries = false }: Pick<ForecastJob, "read" | "perSeries">,
): void {
  const { dateOrder, timezone, irregular } = read;
  if (dateOrder !== undefined && used === undefined)
    throw idle("read.dateOrder", `${file} has no dates such as 03/04/2025`);
  if (timezone !== undefined && timeKind !== "instant") {
    const times = timeKind === "date" ? "dates without a time of day" : "numbers";
    throw idle("read.timezone", `the times of ${file} are ${times}, which are the same in every zone`);
  }
  if (perSeries && series.length === 1)
    throw idle("perSeries", "the file has one series, and it has an effect only where there are several");
  if (irregular === undefined || isIrregular) return;
  throw idle(
    "read.irregular",
    `the times of the file are regular (frequency ${frequency.name}), and it has an effect only where they are not`,
  );
}

function idle(path: string, why: string): WindageError {
  return new WindageError("cli/no-effect", (say) => `${say(path)}: got it, but ${why}; leave it out.`);
}
