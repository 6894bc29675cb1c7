/**
 * ETS and MSTL from `@bsull/augurs`, a Rust library compiled to WebAssembly. The bytes of the two modules are handed
 * in by whoever knows where they are (a file on Node, a URL in a page), so nothing here reads files or the network.
 */
import startEts, { AutoETS } from "@bsull/augurs/ets";
import startMstl, { MSTL } from "@bsull/augurs/mstl";
import { perSeries, seasonOf } from "../member.ts";
import type { Ask, Member } from "../member.ts";
import { naiveForecast } from "./naive.ts";
import { overSeason } from "./seasonal-indices.ts";

/** The two WebAssembly modules, `ets_bg.wasm` and `mstl_bg.wasm` of the package. */
export interface AugursBytes {
  readonly ets: Uint8Array<ArrayBuffer>;
  readonly mstl: Uint8Array<ArrayBuffer>;
}

/** The members ETS and MSTL, from their WebAssembly, ready to use; later calls reuse what the first one started. */
export async function createAugurs(
  bytes: AugursBytes,
): Promise<{ readonly ets: Member; readonly mstl: Member }> {
  await startEts({ module_or_path: bytes.ets });
  await startMstl({ module_or_path: bytes.mstl });
  return {
    // A season of 24 or more makes the seasonal search take minutes, so the season is taken out first.
    ets: perSeries("ETS", (history, ask) =>
      overSeason(history, ask.horizon, seasonOf(ask), (adjusted) => etsForecast(adjusted, ask.horizon)),
    ),
    mstl: perSeries("MSTL", mstlForecast),
  };
}

function etsForecast(history: Float64Array, horizon: number): Float64Array {
  return orNaive(history, horizon, () => {
    const model = new AutoETS(1, "ZZN");
    try {
      model.fit(history);
      return model.predict(horizon).point;
    } finally {
      model.free();
    }
  });
}

function mstlForecast(history: Float64Array, { horizon, periods }: Ask): Float64Array {
  const usable = periods.filter((period) => period > 1 && history.length >= 2 * period);
  if (usable.length === 0) return etsForecast(history, horizon);
  return orNaive(history, horizon, () => {
    const model = MSTL.ets(usable, {});
    // `fit` and `predict` take the model apart themselves; it must not be freed afterwards when they throw.
    model.fit(history);
    const { point } = model.predict(horizon);
    model.free();
    return point;
  });
}

/** A search that finds no model (a constant series, say) leaves the last value. */
function orNaive(history: Float64Array, horizon: number, forecast: () => ArrayLike<number>): Float64Array {
  try {
    const point = Float64Array.from(forecast());
    if (point.length === horizon && point.every(Number.isFinite)) return point;
  } catch {
    // What it throws is a bare sentence about the search; the backtest shows how well the last value does instead.
  }
  return naiveForecast(history, horizon);
}
