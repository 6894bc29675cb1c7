/** What is said of an order whose 80 % intervals held too few of its results, or nearly all of them. */
import type { RoundOutcome } from "../../design/rounds.ts";
import { fewestOutcomes } from "../../design/surrogate/earlier-orders.ts";
import { counted } from "../../number-words.ts";

/** Shares of an 80 % interval that matter. */
const [tooFew, tooMany] = [0.65, 0.95];
/** What chance brings about less often than this is not put down to it. */
const unlikely = 0.05;

/** An order as far as its intervals go. */
interface Held extends Pick<RoundOutcome, "measured" | "covered" | "meanPredicted" | "meanMeasured"> {
  readonly round: number;
  /** Results of this order and of those before it. */
  readonly resultsSoFar: number;
}

/** How likely so many results or more would lie in 80 % intervals that hold what they promise. */
export function chanceOfAtLeast(held: number, results: number): number {
  let [term, sum] = [0.8 ** results, 0];
  for (let count = results; count >= held; count--) {
    sum += term;
    term *= (count / (results - count + 1)) * 0.25;
  }
  return Math.min(1, sum);
}

/**
 * What the share of results in their intervals means to whoever plans the next order; nothing where it is as it should
 * be. Of the next order only the last one with results says anything, since it counts what came of all before it.
 */
export function verdictOn(round: Held, minimize: boolean, isLast = true): readonly string[] {
  const { measured, covered, meanPredicted, meanMeasured } = round;
  if (covered === null || meanPredicted === null || meanMeasured === null) return [];
  const inside = Math.round(covered * measured);
  const results = `of ${counted(measured, "result")} of order ${round.round}`;
  const held =
    inside === 0
      ? `None ${results} lies in its 80 % interval`
      : `${inside} ${results} lie in their 80 % interval`;
  if (covered > tooMany && chanceOfAtLeast(inside, measured) < unlikely) {
    const why = round.round === 1 ? "" : ", as they are after an order that surprised";
    return [`${held}: intervals were wider than they had to be${why}.`];
  }
  if (covered >= tooFew) return [];
  const should = `about ${Math.round(0.8 * measured)} should`;
  if (1 - chanceOfAtLeast(inside + 1, measured) > unlikely)
    return [`${held}, ${should}: with so few results that may be chance.`];
  return [
    `${inside === 0 ? "" : "Only "}${held}, ${should}${onChance(measured)}; ${consequences(round, meanMeasured > meanPredicted !== minimize, isLast)}`,
  ];
}

function onChance(measured: number): string {
  return measured < fewestOutcomes
    ? `, and though ${measured} are few, chance alone hardly explains that`
    : "";
}

/** What follows from intervals that did not hold. */
function consequences({ round, resultsSoFar }: Held, better: boolean, isLast: boolean): string {
  const first =
    round === 1
      ? " A first order is chosen to be better than what was measured, and nothing measured can tell how far off its predictions are: do not rely on the intervals of a first order."
      : "";
  const next = !isLast
    ? ""
    : resultsSoFar < fewestOutcomes
      ? ` The intervals of the next order will be no wider for it, since that takes ${fewestOutcomes} results: do not rely on them.`
      : " The next order has wider intervals, made of these misses.";
  return `on average they came ${better ? "better" : "worse"} than predicted.${first}${next}`;
}
