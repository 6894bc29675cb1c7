/**
 * What no sampler can beat: the best reachable law under noise, on a space small enough to print.
 * Run it with `npx tsx examples/limit.ts`; it prints the same table on every machine.
 */

import { evaluateExact, limitReverseKl, naiveLaw, stickyKernel } from "windage";

// Three letters, length two: nine sequences, two of them much better than the rest.
const logReward = [1, 1, 1, 1, 20, 1, 1, 1, 40].map(Math.log);

const line = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(10)).join("");
console.log(line(["noise", "limit KL", "TV there", "naive KL", "naive TV", "regret"]));
for (const alpha of [0, 0.1, 0.25, 0.5, 0.75]) {
  const kernel = stickyKernel(3, alpha);
  const { exact, limit, regret } = evaluateExact({
    law: naiveLaw(logReward, kernel),
    logReward,
    limit: limitReverseKl(logReward, kernel),
  });
  const figures = [alpha, limit.klReverse, limit.tv, exact.klReverse, exact.tv, regret.klReverse];
  console.log(line(figures.map((value) => value.toFixed(4))));
}
