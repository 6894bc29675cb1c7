/**
 * The generative forecaster as a member: one network for all series, trained when it is first asked, and trained a
 * little further when it is asked again with longer histories of the same series, as rolling origins do. Histories that
 * do not go on from those it knows start a new network, so nothing it ever saw can reach a forecast of an earlier time.
 */
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import type { Key } from "../../random/key.ts";
import type { FeatureMember } from "../feature-use.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import { seasonOf } from "../member.ts";
import type { Ask, PathMember, PointForecasts, Watch } from "../member.ts";
import { clipped } from "../plausible.ts";
import { createDrawer } from "./draw.ts";
import type { Drawer, Futures } from "./draw.ts";
import { createForecaster, examplesOf, pastsOf, train } from "./forecaster.ts";
import type { Forecaster } from "./batch.ts";
import { directForecasts } from "./direct.ts";
import { policyLaw } from "./policy-law.ts";
import { Recalibration } from "./recalibration.ts";
import { resolveSettings } from "./settings.ts";
import type { GflownetSettings } from "./settings.ts";
import { situationAt } from "./situation.ts";
import type { Situation } from "./situation.ts";
import type { DrawSizes } from "./stepper.ts";

/** What the generative forecaster is called among the models. */
export const gflownetName = "GFlowNet";

/** A member that knows its quantiles, draws paths, and gives away its network. */
export interface GflownetMember extends QuantileMember, PathMember, FeatureMember {
  /** The network as it stands, also while it is trained; nothing before the first forecast. */
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
  readonly recalibration: Recalibration | undefined;
}

/** Windows drawn at a time; more would wait for the slowest memory, fewer for the program's overhead. */
export const windowsAtATime = 8;
const pathsAtATime = 100;

/** The generative forecaster as a member; with `known` it forecasts with that network as it is and never trains. */
export function gflownet(given: Partial<GflownetSettings> = {}, known?: Trained): GflownetMember {
  const settings = known?.forecaster.settings ?? resolveSettings(given);
  let model: Trained | undefined = known;
  let seen: readonly Float64Array[] | undefined;
  let last: Last | undefined;
  let learned: Recalibration | undefined;
  let drawers: { readonly forecaster: Forecaster; readonly bySize: Map<string, Promise<Drawer>> } | undefined;

  /** Programs are compiled once for each number of windows and paths, as long as the network is the same one. */
  async function draw(situations: readonly Situation[], sizes: DrawSizes, seed: Key): Promise<Futures[]> {
    const { forecaster } = model!;
    if (drawers?.forecaster !== forecaster) {
      for (const old of drawers?.bySize.values() ?? []) await (await old).dispose();
      drawers = { forecaster, bySize: new Map() };
    }
    const name = `${sizes.windows}×${sizes.paths}`;
    const drawer = drawers.bySize.get(name) ?? createDrawer(forecaster, sizes);
    drawers.bySize.set(name, drawer);
    return (await drawer).draw(situations, Generator.fromKey(seed));
  }

  async function forecast(
    histories: readonly Float64Array[],
    ask: Ask,
    watch: Watch = {},
  ): Promise<PointForecasts> {
    if (known) checkAsk(known.ask, ask);
    const fitted = await pastsOf(histories, ask, settings, watch);
    const { learn, ...asked } = ask;
    // Where series end at different times, what is learned from ends earlier than what is forecast.
    const from = learn?.histories ?? histories;
    const taught =
      learn && !known ? await pastsOf(from, { ...asked, features: learn.features }, settings, watch) : fitted;
    const ratio = known?.ratio ?? taught.ratio;
    if (!known) {
      const goesOn =
        seen !== undefined &&
        model !== undefined &&
        sameAsk(model.ask, ask) &&
        extend(seen, from, seasonOf(ask));
      const forecaster = goesOn ? model!.forecaster : createForecaster(ask, settings);
      if (!goesOn) learned = settings.calibration === "thoughts" ? new Recalibration(ask.horizon) : undefined;
      if (goesOn && learned && last && !learn) compare(last, histories, learned);
      const examples = examplesOf(taught, forecaster.network.layout, settings.perAnchor);
      // Known before it is trained, so that whoever stops it can keep what it has learned by then.
      model = { ask: asked, ratio, forecaster };
      seen = undefined;
      await train(forecaster, examples, watch, goesOn ? "further" : "anew");
      seen = from;
    }
    const { forecaster } = model!;
    const situations = fitted.series.map((past) =>
      situationAt(past, past.values.length, forecaster.network.layout, ratio)!,
    );
    if (settings.head !== "tokens") {
      const direct = await directForecasts(forecaster, situations);
      return direct.map((values, i) => clipped(values, histories[i]!));
    }
    const sizes = { windows: Math.min(windowsAtATime, situations.length), paths: settings.paths };
    const futures = await draw(situations, sizes, foldIn(key(settings.seed), 3));
    last = { histories, situations, futures, recalibration: learned };
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
      const repeats = Array.from({ length: Math.ceil(count / pathsAtATime) }, () => situation);
      const drawn = await draw(repeats, { windows: 1, paths: pathsAtATime }, foldIn(key(seed), series));
      const paths = drawn.flatMap((futures) => futures.paths.map((path) => inOwnUnit(situation, path)));
      return paths.slice(0, count);
    },
    tokenLaw(series, paths) {
      const { situations, futures } = lastOf(last, last?.histories);
      return policyLaw(model!.forecaster, situations[series]!, futures[series]!, paths);
    },
    // The network reads the features of every step, whatever its references make of them.
    featureUse: (histories) => histories.map(() => "used"),
    trained: () => model,
  };
}

function quantile(
  { histories, situations, futures, recalibration }: Last,
  i: number,
  horizon: number,
  level: number,
): Float64Array {
  const residuals = Float64Array.from({ length: horizon }, (_, t) =>
    futures[i]!.quantile(t, recalibration?.intention(t, level) ?? level),
  );
  return clipped(inOwnUnit(situations[i]!, residuals), histories[i]!);
}

/** What came since the last forecast, at the levels it had there: pairs of thought and reality. */
function compare(
  { histories, situations, futures }: Last,
  now: readonly Float64Array[],
  learned: Recalibration,
): void {
  histories.forEach((before, i) => {
    const { reference, unit } = situations[i]!;
    const came = now[i]!.subarray(before.length, before.length + reference.length);
    came.forEach((value, t) => learned.add(t, futures[i]!.level(t, (value - reference[t]!) / unit)));
  });
}

function inOwnUnit({ reference, unit }: Situation, residuals: Float64Array): Float64Array {
  return residuals.map((residual, t) => reference[t]! + unit * residual);
}

function lastOf(last: Last | undefined, histories: readonly Float64Array[] | undefined): Last {
  if (last && last.histories === histories) return last;
  throw new WindageError(
    "forecast/not-forecast",
    "gflownet: got histories whose law it does not have, expected those of the last call of forecast, with the head for tokens (a direct head has no law); call forecast first.",
  );
}

/** Whether every history goes on from one known before. */
function extend(known: readonly Float64Array[], histories: readonly Float64Array[], season: number): boolean {
  return (
    known.length === histories.length && known.every((before, i) => goesOnFrom(before, histories[i]!, season))
  );
}

/**
 * Whether a history begins with one known before. What is missing in the last season of that may have been filled
 * otherwise since, so this season is not looked at where there is more.
 */
export function goesOnFrom(before: Float64Array, history: Float64Array, season: number): boolean {
  if (before.length > history.length) return false;
  const isLonger = before.length < history.length && before.length > season;
  const settled = isLonger ? before.subarray(0, -season) : before;
  return settled.every((value, t) => value === history[t]);
}

function sameAsk(one: Ask, other: Ask): boolean {
  return (
    one.horizon === other.horizon &&
    one.periods.join() === other.periods.join() &&
    columnsOf(one).join() === columnsOf(other).join()
  );
}

/** How many features are known beforehand and of the past, and whether times are irregular. */
export function columnsOf({ features }: Ask): readonly [number, number, number] {
  const { known = [], past = [], times } = features?.[0] ?? {};
  return [known.length, past.length, times ? 1 : 0];
}

function describe(ask: Ask): string {
  const [known, past, times] = columnsOf(ask);
  const features = known + past > 0 ? `, ${known} features known beforehand and ${past} of the past` : "";
  return `horizon ${ask.horizon} and periods ${ask.periods.join()}${features}${times > 0 ? ", irregular times" : ""}`;
}

function checkAsk(trained: Ask, ask: Ask): void {
  if (sameAsk(trained, ask)) return;
  throw new WindageError(
    "forecast/other-horizon",
    `gflownet: got ${describe(ask)}, expected ${describe(trained)}, which it was trained for; train another.`,
  );
}
