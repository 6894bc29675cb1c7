/**
 * Whether features had a part in a forecast. A member that reads features says of each series whether it used them and
 * why it did not; what that means for the pool depends on the weights its members have.
 */
import type { SeriesFeatures } from "./features.ts";
import type { Ask, Member } from "./member.ts";

/** Features were used; or the history is too short to learn what they do; or they did not help in its last third. */
export type FeatureUse = "used" | "too-short" | "no-help";

/** What each member that reads features did with them, series by series; empty where there are none. */
export type FeatureUses = ReadonlyMap<string, readonly FeatureUse[]>;

/** A member that reads features. */
export interface FeatureMember extends Member {
  /** What it does with the features of each series. */
  featureUse(histories: readonly Float64Array[], ask: Ask): readonly FeatureUse[];
}

/** What a member does with features; nothing where it reads none, or there are none. */
export function featureUseOf(
  member: Member,
  histories: readonly Float64Array[],
  ask: Ask,
): readonly FeatureUse[] | undefined {
  return hasColumns(ask.features) && isFeatureMember(member) ? member.featureUse(histories, ask) : undefined;
}

function hasColumns(features: readonly SeriesFeatures[] | undefined): boolean {
  return features?.some(({ known, past }) => known.length + past.length > 0) ?? false;
}

function isFeatureMember(member: Member): member is FeatureMember {
  return "featureUse" in member;
}

/** A forecast of a pool, as far as its features go. */
export interface UsesFeatures {
  /** What members that read features did with them. */
  readonly featureUse: FeatureUses;
  /** Weights of the pool's members for each series. */
  readonly weights: { readonly names: readonly string[]; of(series: number): Float64Array };
}

/** Numbers of series: those whose forecast features have a part in, and the others by the reason. */
export interface FeatureTally {
  readonly used: number;
  readonly noHelp: number;
  readonly tooShort: number;
  /** Some member uses them, but none that the pool gives weight. */
  readonly noWeight: number;
}

/** The tally of one member. */
export function tallyOf(uses: readonly FeatureUse[]): Omit<FeatureTally, "noWeight"> {
  const those = (use: FeatureUse): number => uses.filter((one) => one === use).length;
  return { used: those("used"), noHelp: those("no-help"), tooShort: those("too-short") };
}

/** The tally of the pool; nothing where there are no features. */
export function tallyOfPool({ featureUse, weights }: UsesFeatures): FeatureTally | undefined {
  const [first] = featureUse.values();
  if (first === undefined) return undefined;
  const tally = { used: 0, noHelp: 0, tooShort: 0, noWeight: 0 };
  for (const series of first.keys()) {
    const own = weights.of(series);
    const weightOf = (name: string): number => own[weights.names.indexOf(name)] ?? 0;
    const told = [...featureUse].map(([name, uses]) => ({ use: uses[series]!, weight: weightOf(name) }));
    if (told.some(({ use, weight }) => use === "used" && weight > 0)) tally.used++;
    else if (told.some(({ use }) => use === "used")) tally.noWeight++;
    else if (told.some(({ use }) => use === "no-help")) tally.noHelp++;
    else tally.tooShort++;
  }
  return tally;
}
