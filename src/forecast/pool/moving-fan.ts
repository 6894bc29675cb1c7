/** The pool's fan: its forecasts are moved to the middle of what comes where all series' errors lie on one side. */
import type { Ask } from "../member.ts";
import type { Window } from "./backtest.ts";
import { poolName } from "./pool.ts";
import { ResidualFan } from "./residual-fan.ts";
import type { Stretch } from "./residual-fan.ts";

/** From windows that hold the pool's forecasts as its members make them. */
export function movingFan(
  ask: Pick<Ask, "horizon" | "periods">,
  stretch: Stretch,
): (windows: readonly Window[]) => ResidualFan {
  return (windows) => new ResidualFan(windows, poolName, ask, { stretch, moves: true });
}
