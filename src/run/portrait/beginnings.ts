/** Beginnings of sequences with the probability of each under two laws, as far down as a picture can show. */
import type { Beginning } from "../../figure/kind/flow.ts";

const [mostDepth, mostBeginnings] = [8, 6000];
/** Rarer beginnings are thinner than a line. */
const rarest = 2e-4;

/** All beginnings in the order of their letters, from one letter on. */
export function beginningsOf(
  objects: readonly string[],
  sampler: ArrayLike<number>,
  target: ArrayLike<number>,
): readonly Beginning[] {
  const letters = new Set<string>();
  let longest = 0;
  for (const object of objects) {
    longest = Math.max(longest, object.length);
    if (object !== "") letters.add(object[0]!);
  }
  const reach = Math.floor(Math.log(mostBeginnings) / Math.log(Math.max(2, letters.size)));
  const depth = Math.min(mostDepth, longest, Math.max(1, reach));
  const sums = new Map<string, [sampler: number, target: number]>();
  const add = (prefix: string, p: number, q: number): void => {
    const sum = sums.get(prefix);
    if (sum === undefined) sums.set(prefix, [p, q]);
    else {
      sum[0] += p;
      sum[1] += q;
    }
  };
  for (let i = 0; i < objects.length; i++) add(objects[i]!.slice(0, depth), sampler[i]!, target[i]!);
  // Shorter ones are sums of longer ones, and of what ends there.
  const longer = [...sums];
  for (const [prefix, [p, q]] of longer) {
    for (let end = prefix.length - 1; end > 0; end--) add(prefix.slice(0, end), p, q);
  }
  return [...sums]
    .filter(([prefix, [p, q]]) => prefix !== "" && Math.max(p, q) >= rarest)
    .map(([prefix, [p, q]]) => ({ prefix, sampler: p, target: q }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
}
