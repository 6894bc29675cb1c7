/** By how many letters designs differ at least, and what it would cost to ask for more, in a line of the facts of an order. */
import type { Proposal } from "../../design/propose.ts";

/** The line; none where a batch of one has no distance, and of orders kept by an earlier version. */
export function distanceFacts(
  { distance }: Pick<Proposal, "distance">,
  { wanted, minimize, log }: { readonly wanted: number; readonly minimize: boolean; readonly log: boolean },
  format: (value: number) => string,
): [string, string][] {
  if (wanted === 1 || distance === undefined) return [];
  const { letters, prices } = distance;
  const own = prices.find((price) => price.letters === letters)!;
  const others = prices.flatMap((price) => {
    if (price === own) return [];
    if (price.found < own.found) return [`${price.letters} would leave ${price.found} of ${wanted}`];
    // Of logarithms the difference is a factor.
    const loss = (own.predicted - price.predicted) * (minimize ? -1 : 1);
    const amount = log ? `a factor of ${(10 ** Math.abs(loss)).toPrecision(3)}` : format(Math.abs(loss));
    const isNothing = format(own.predicted) === format(price.predicted);
    return [
      isNothing
        ? `${price.letters} would cost nothing`
        : `${price.letters} would ${loss > 0 ? "cost" : "gain"} ${amount} of the predicted mean`,
    ];
  });
  return [
    [
      "distance",
      `${letters} letter${letters === 1 ? "" : "s"} at least between any two; ${others.join(", ")} (--min-distance)`,
    ],
  ];
}
