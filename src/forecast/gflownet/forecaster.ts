/** From histories to windows to a trained forecaster, and from a forecaster to the futures of series. */
import { createParameters } from "../../engine/parameters/parameters.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import { breathe } from "../../breathe.ts";
import { askOf } from "../member.ts";
import type { Ask, Watch } from "../member.ts";
import { learn } from "./learn.ts";
import type { Example, Forecaster } from "./batch.ts";
import { networkOf } from "./network.ts";
import type { Network } from "./network.ts";
import { pastOf, trainingOrigins, typicalRatio } from "./series-past.ts";
import type { SeriesPast } from "./series-past.ts";
import type { GflownetSettings } from "./settings.ts";
import { layoutOf, situationAt } from "./situation.ts";
import type { Layout } from "./situation.ts";
import { binsOf, centreOf, tokenOf } from "./tokens.ts";
import type { Bins } from "./tokens.ts";

/** The network for a horizon and seasonal periods, and the bins of its tokens; no numbers yet. */
export function plannedFor(
  ask: Ask,
  settings: GflownetSettings,
): { readonly network: Network; readonly bins: Bins } {
  const layout = layoutOf(ask, settings.references.length, settings.patches);
  const bins = binsOf(settings.bins, settings.reach);
  const outputs = settings.head === "tokens" ? bins.count : 1;
  return { network: networkOf(layout, { ...settings, outputs }), bins };
}

/** An untrained forecaster for a horizon and seasonal periods. */
export function createForecaster(ask: Ask, settings: GflownetSettings): Forecaster {
  const { network, bins } = plannedFor(ask, settings);
  const parameters = createParameters(network.tree, foldIn(key(settings.seed), 1));
  const forecaster = { network, parameters, bins, settings };
  if (settings.head === "tokens") orderEmbedding(forecaster);
  return forecaster;
}

/** Neighbouring tokens begin alike: rows of the embedding are waves over the bins' positions, slow ones first. */
function orderEmbedding({ parameters, bins, network }: Forecaster): void {
  const embedding = parameters.get("policy/embedding");
  const { width } = network.policy.sizes;
  for (let token = 0; token < bins.count; token++) {
    const place = Math.asinh(centreOf(bins, token));
    for (let c = 0; c < width; c++) {
      const wave = 0.25 * (1 + Math.floor(c / 2)) * place;
      embedding[token * width + c] = c % 2 === 0 ? Math.sin(wave) : Math.cos(wave);
    }
  }
}

/** What series are and were, fitted once for all windows. */
export interface Pasts {
  readonly series: readonly SeriesPast[];
  readonly ratio: number;
}

export async function pastsOf(
  histories: readonly Float64Array[],
  ask: Ask,
  { references }: GflownetSettings,
  { signal }: Watch = {},
): Promise<Pasts> {
  const series: SeriesPast[] = [];
  for (const [i, values] of histories.entries()) {
    await breathe();
    signal?.throwIfAborted();
    series.push(pastOf(values, askOf(ask, i), references));
  }
  return { series, ratio: typicalRatio(series) };
}

/** Windows to learn from. */
export function examplesOf({ series, ratio }: Pasts, layout: Layout, perAnchor: number): Example[] {
  return series.flatMap((past, index) =>
    trainingOrigins(past, perAnchor).flatMap((origin): Example[] => {
      const situation = situationAt(past, origin, layout, ratio);
      if (!situation) return [];
      const { reference, unit } = situation;
      const residuals = Float32Array.from(reference, (value, t) => (past.values[origin + t]! - value) / unit);
      return [{ ...situation, series: index, origin, residuals }];
    }),
  );
}

/**
 * Trains on windows: anew, where the head begins as the law of all tokens together, or further, a fifth of the updates
 * at half the rate from where the network stands.
 */
export async function train(
  forecaster: Forecaster,
  examples: readonly Example[],
  progress: Watch = {},
  from: "anew" | "further" = "anew",
): Promise<number> {
  const { settings } = forecaster;
  if (examples.length === 0) return NaN;
  const updates = updatesFor(settings, examples.length);
  if (from === "further") {
    const generator = Generator.fromKey(foldIn(foldIn(key(settings.seed), 4), examples.length));
    return learn(forecaster, examples, Math.ceil(updates / 5), generator, progress, settings.rate / 2);
  }
  if (settings.head === "tokens") beginAsMarginal(forecaster, examples);
  return learn(forecaster, examples, updates, Generator.fromKey(foldIn(key(settings.seed), 2)), progress);
}

/** Few windows get few updates: a network that sees them too often learns them by heart. */
function updatesFor({ iterations, epochs, batch }: GflownetSettings, windows: number): number {
  return Math.min(iterations, Math.ceil((epochs * windows) / batch));
}

function beginAsMarginal({ parameters, bins }: Forecaster, examples: readonly Example[]): void {
  const counts = new Float64Array(bins.count).fill(0.1);
  for (const { residuals } of examples)
    for (const residual of residuals) counts[tokenOf(bins, residual)]! += 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  parameters.get("head/bias").set(counts.map((count) => Math.log(count / total)));
}
