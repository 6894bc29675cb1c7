/** A trained network as a plain record and one vector, to be kept in a file and taken up again. */
import { WindageError } from "../../error.ts";
import { createForecaster } from "./forecaster.ts";
import type { Ask } from "../member.ts";
import { columnsOf } from "./member.ts";
import type { Trained } from "./member.ts";
import { gflownetDefaults, resolveSettings } from "./settings.ts";
import type { GflownetSettings } from "./settings.ts";

/** What is needed to draw the same futures again. */
export interface SavedGflownet {
  readonly meta: {
    readonly horizon: number;
    readonly periods: readonly number[];
    readonly ratio: number;
    /** Features known beforehand and of the past, and whether times are irregular; none in older files. */
    readonly columns?: readonly [number, number, number];
    readonly settings: GflownetSettings;
  };
  readonly parameters: Float32Array;
}

/** The network as it stands. */
export function saveGflownet({ ask, ratio, forecaster }: Trained): SavedGflownet {
  const { parameters, settings } = forecaster;
  return {
    meta: { horizon: ask.horizon, periods: ask.periods, ratio, columns: columnsOf(ask), settings },
    parameters: parameters.values.slice(),
  };
}

/** The network again; a record may come from anywhere, so it is looked at before it is used. */
export function restoreGflownet(meta: unknown, parameters: unknown): Trained {
  if (!isMeta(meta) || !(parameters instanceof Float32Array)) {
    throw problem("got a record of another kind, expected one that saveGflownet made");
  }
  const { horizon, periods, ratio } = meta;
  const ask = { horizon, periods, ...shapeOf(meta.columns) };
  const forecaster = createForecaster(ask, resolveSettings(meta.settings));
  const { values } = forecaster.parameters;
  if (values.length !== parameters.length || !parameters.every(Number.isFinite)) {
    throw problem(
      `got ${parameters.length} numbers, expected ${values.length} finite ones for these settings`,
    );
  }
  values.set(parameters);
  return { ask, ratio, forecaster };
}

/** Columns without numbers: as many features as the network reads. */
function shapeOf([known, past, times]: readonly [number, number, number] = [0, 0, 0]): Pick<Ask, "features"> {
  if (known + past + times === 0) return {};
  const columns = (count: number): Float64Array[] => Array.from({ length: count }, () => new Float64Array(0));
  return {
    features: [
      {
        known: columns(known),
        past: columns(past),
        times: times > 0 ? new Float64Array(0) : undefined,
      },
    ],
  };
}

function isMeta(value: unknown): value is SavedGflownet["meta"] {
  if (typeof value !== "object" || value === null) return false;
  const { horizon, periods, ratio, columns = [0, 0, 0], settings } = value as Partial<SavedGflownet["meta"]>;
  return (
    isCount(horizon) &&
    Array.isArray(periods) &&
    periods.every(isCount) &&
    Number.isFinite(ratio) &&
    Array.isArray(columns) &&
    columns.length === 3 &&
    columns.every((count) => count === 0 || isCount(count)) &&
    typeof settings === "object" &&
    settings !== null &&
    Object.entries(gflownetDefaults).every(
      ([name, usual]) => typeof settings[name as keyof GflownetSettings] === typeof usual,
    )
  );
}

/** Larger sizes than any forecast has would only be an attempt to fill the memory. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 100_000;
}

const problem = (text: string): WindageError =>
  new WindageError("forecast/bad-network", `restoreGflownet: ${text}; the file is damaged or not ours.`);
