/** A trained network as a plain record and one vector, to be kept in a file and taken up again. */
import { parameterCount } from "../../engine/parameters/parameters.ts";
import { WindageError } from "../../error.ts";
import { createForecaster, plannedFor } from "./forecaster.ts";
import type { Ask } from "../member.ts";
import { columnsOf } from "./member.ts";
import type { Trained } from "./member.ts";
import { resolveSettings } from "./settings.ts";
import type { GflownetSettings } from "./settings.ts";

/** What is needed to draw the same futures again. */
export interface SavedGflownet {
  readonly meta: {
    readonly horizon: number;
    readonly periods: readonly number[];
    readonly ratio: number;
    /** Features known beforehand and of the past, and whether times are irregular. */
    readonly columns: readonly [known: number, past: number, times: number];
    readonly settings: GflownetSettings;
  };
  readonly parameters: Float32Array;
}

/** The network of a generative forecaster as it stands, as JSON and numbers. */
export function saveGflownet({ ask, ratio, forecaster }: Trained): SavedGflownet {
  const { parameters, settings } = forecaster;
  return {
    meta: { horizon: ask.horizon, periods: ask.periods, ratio, columns: columnsOf(ask), settings },
    parameters: parameters.values.slice(),
  };
}

/**
 * A generative forecaster's network from what `saveGflownet` gave; one whose numbers do not fit its settings is
 * refused before any memory is taken for it.
 */
export function restoreGflownet({ meta, parameters }: SavedGflownet): Trained {
  const { horizon, periods, ratio, columns } = meta;
  const ask = { horizon, periods, ...shapeOf(columns) };
  const settings = resolveSettings(meta.settings);
  const expected = parameterCount(plannedFor(ask, settings).network.tree);
  if (parameters.length !== expected || !parameters.every(Number.isFinite)) {
    throw new WindageError(
      "forecast/bad-network",
      `restoreGflownet: got ${parameters.length} numbers, expected ${expected} finite ones for these settings; the file is damaged or not ours.`,
    );
  }
  const forecaster = createForecaster(ask, settings);
  forecaster.parameters.values.set(parameters);
  return { ask, ratio, forecaster };
}

/** Columns without numbers: as many features as the network reads. */
function shapeOf([known, past, times]: SavedGflownet["meta"]["columns"]): Pick<Ask, "features"> {
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
