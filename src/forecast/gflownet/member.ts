/**
 * The generative forecaster as a member: one network for all series, trained when it is first asked, and trained a
 * little further when it is asked again with longer histories of the same series, as rolling origins do. Histories that
 * do not go on from those it knows start a new network, so nothing it ever saw can reach a forecast of an earlier time.
 */
import { WindageError } from "../../error.ts";
import { Generator, foldIn, key } from "../../random/index.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import type { Ask, PathMember, PointForecasts, Watch } from "../member.ts";
import { clipped } from "../plausible.ts";
import { createDrawer } from "./draw.ts";
import type { Futures } from "./draw.ts";
import { createForecaster, examplesOf, pastsOf, train, trainFurther } from "./forecaster.ts";
import type { Forecaster } from "./batch.ts";
import { directForecasts } from "./direct.ts";
import { resolveSettings } from "./settings.ts";
import type { GflownetSettings } from "./settings.ts";
import { situationAt } from "./situation.ts";
import type { Situation } from "./situation.ts";

/** What the generative forecaster is called among the models. */
export const gflownetName = "GFlowNet";

/** A member that knows its quantiles, draws paths, and gives away its network. */
export interface GflownetMember extends QuantileMember, PathMember {
  /** The network as it stands; nothing before the first forecast. */
  trained(): Trained | undefined;
}

/** A trained network, what it was trained for, and the typical error its units lean on. */
export interface Trained {
  readonly ask: Ask;
  readonly ratio: number;
  readonly forecaster: Forecaster;
}

/** What was forecast last. */
interface Last {
  readonly histories: readonly Float64Array[];
  readonly situations: readonly Situation[];
  readonly futures: readonly Futures[];
}

/** Windows drawn at a time; more would wait for the slowest memory, fewer for the program's overhead. */
const windowsAtATime = 8;

/** A member; with `known` it forecasts with that network as it is and never trains. */
export function gflownet(given: Partial<GflownetSettings> = {}, known?: Trained): GflownetMember {
  const settings = known?.forecaster.settings ?? resolveSettings(given);
  let model: Trained | undefined = known;
  let seen: readonly Float64Array[] | undefined;
  let last: Last | undefined;

  async function forecast(
    histories: readonly Float64Array[],
    ask: Ask,
    watch: Watch = {},
  ): Promise<PointForecasts> {
    if (known) checkAsk(known.ask, ask);
    const fitted = pastsOf(histories, ask, settings, watch);
    const pasts = known ? { ...(await fitted), ratio: known.ratio } : await fitted;
    if (!known) {
      const goesOn =
        seen !== undefined && model !== undefined && sameAsk(model.ask, ask) && extend(seen, histories);
      const forecaster = goesOn ? model!.forecaster : createForecaster(ask, settings);
      const examples = examplesOf(pasts, forecaster.network.layout, settings.perAnchor);
      await (goesOn ? trainFurther : train)(forecaster, examples, watch);
      model = { ask, ratio: pasts.ratio, forecaster };
      seen = histories;
    }
    const { forecaster } = model!;
    const situations = pasts.series.map((past) =>
      situationAt(past, past.values.length, forecaster.network.layout, pasts.ratio)!,
    );
    if (settings.head !== "tokens") {
      const direct = await directForecasts(forecaster, situations);
      return direct.map((values, i) => clipped(values, histories[i]!));
    }
    const futures = await draw(forecaster, situations, settings.paths, foldIn(key(settings.seed), 3));
    last = { histories, situations, futures };
    return histories.map((_, i) => quantile(last!, i, ask.horizon, 0.5));
  }

  return {
    name: gflownetName,
    forecast,
    forecastQuantiles(histories, ask, levels) {
      const made = lastOf(last, histories);
      return histories.map((_, i) => levels.map((level) => quantile(made, i, ask.horizon, level)));
    },
    async drawPaths(series, count, seed) {
      const made = lastOf(last, last?.histories);
      const situation = made.situations[series]!;
      const paths = Math.min(count, 128);
      const repeats = Array.from({ length: Math.ceil(count / paths) }, () => situation);
      const drawn = await draw(model!.forecaster, repeats, paths, foldIn(key(seed), series), 1);
      return drawn
        .flatMap((futures) => futures.paths.map((path) => inOwnUnit(situation, path)))
        .slice(0, count);
    },
    trained: () => model,
  };
}

async function draw(
  forecaster: Forecaster,
  situations: readonly Situation[],
  paths: number,
  seed: Parameters<typeof Generator.fromKey>[0],
  windows = Math.min(windowsAtATime, situations.length),
): Promise<Futures[]> {
  const drawer = await createDrawer(forecaster, { windows, paths });
  try {
    return await drawer.draw(situations, Generator.fromKey(seed));
  } finally {
    await drawer.dispose();
  }
}

function quantile({ histories, situations, futures }: Last, i: number, horizon: number, level: number) {
  const residuals = Float64Array.from({ length: horizon }, (_, t) => futures[i]!.quantile(t, level));
  return clipped(inOwnUnit(situations[i]!, residuals), histories[i]!);
}

function inOwnUnit({ reference, unit }: Situation, residuals: Float64Array): Float64Array {
  return residuals.map((residual, t) => reference[t]! + unit * residual);
}

function lastOf(last: Last | undefined, histories: readonly Float64Array[] | undefined): Last {
  if (last && last.histories === histories) return last;
  throw new WindageError(
    "forecast/not-forecast",
    "gflownet: got histories it has not forecast, expected those of the last call of forecast; call it first.",
  );
}

/** Whether every history goes on from one known before. */
function extend(known: readonly Float64Array[], histories: readonly Float64Array[]): boolean {
  return (
    known.length === histories.length &&
    known.every(
      (before, i) =>
        before.length <= histories[i]!.length && before.every((value, t) => value === histories[i]![t]),
    )
  );
}

function sameAsk(one: Ask, other: Ask): boolean {
  return one.horizon === other.horizon && one.periods.join() === other.periods.join();
}

function checkAsk(trained: Ask, ask: Ask): void {
  if (sameAsk(trained, ask)) return;
  throw new WindageError(
    "forecast/other-horizon",
    `gflownet: got horizon ${ask.horizon} and periods ${ask.periods.join()}, expected ${trained.horizon} and ${trained.periods.join()}, which it was trained for; train another.`,
  );
}
