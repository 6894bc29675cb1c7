/**
 * An environment of one's own: pick a panel of genetic markers, one at a time and in any order, and stop when enough
 * are chosen. The same panel can be reached in many orders, so states have several parents.
 * Run it with `npx tsx examples/custom-environment.ts`; it checks the environment, without noise, with it, and with a
 * mistake.
 */

import { checkEnvironment, formatEnvironmentReport, stickyNoise, withNoise } from "windage";
import type { Environment } from "windage";

const markers = ["rs429", "rs699", "rs5186", "rs7412"];
const n = markers.length; // adding marker i is action i; stopping is action n

interface Panel {
  readonly chosen: readonly boolean[];
  readonly done: boolean;
}

const panels: Environment<Panel> = {
  name: "marker panels",
  actionCount: n + 1,
  outcomeCount: n + 1,
  maxSteps: n + 1,
  featureCount: n + 1,
  initial: { chosen: markers.map(() => false), done: false },
  isTerminal: ({ done }) => done,
  isLegal: ({ chosen, done }, action) => !done && (action === n ? chosen.includes(true) : !chosen[action]),
  outcomeProbabilities: (_panel, action, out) => void out.fill(0).fill(1, action, action + 1),
  next: ({ chosen }, outcome) =>
    outcome === n
      ? { chosen, done: true }
      : { chosen: chosen.map((one, i) => one || i === outcome), done: false },
  encode: ({ chosen, done }, out, offset) => out.set([...chosen, done].map(Number), offset),
  key: ({ chosen, done }) => chosen.map(Number).join("") + (done ? "." : "-"),
  objectOf: ({ chosen }) => markers.filter((_, i) => chosen[i]).join("+"),
  // What may slip: the wrong marker can be added, but nobody stops by accident.
  slips: ({ chosen }, outcome) => outcome < n && !chosen[outcome],
  // A way in is the marker that really came (hence the parent) and the one that was intended.
  backward: {
    count: n * n + 1,
    indexOf: (action, outcome) => (outcome === n ? n * n : outcome * n + action),
    isLegal: ({ chosen, done }, index) =>
      done ? index === n * n : index < n * n && index % (n + 1) === 0 && chosen[index % n]!,
    entry({ chosen, done }, index) {
      if (index === n * n)
        return done ? { parent: { chosen, done: false }, action: n, outcome: n } : undefined;
      const outcome = Math.floor(index / n);
      if (done || !chosen[outcome]) return undefined;
      return {
        parent: { chosen: chosen.map((one, i) => one && i !== outcome), done },
        action: index % n,
        outcome,
      };
    },
  },
};

console.log(formatEnvironmentReport(checkEnvironment(panels)));
console.log(formatEnvironmentReport(checkEnvironment(withNoise(panels, stickyNoise(0.2)))));

const mistaken = {
  ...panels,
  name: "marker panels by number only",
  objectOf: ({ chosen }: Panel) => `${chosen.filter(Boolean).length}`,
};
console.log(formatEnvironmentReport(checkEnvironment(mistaken)));
