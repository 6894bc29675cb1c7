/**
 * Processes that remember what they were told: a pen whose slips repeat the last letter, and one that wears with use.
 * What no sampler can beat there, and how far off the best sampler for a pen without faults ends up.
 * Run it with `npx tsx examples/memory.ts`; it takes a few seconds.
 */
import { repeatNoise, sequenceEnvironment, targetLaw, wearNoise, withMemory } from "windage";
import { exploreEnvironment, graphLaw, graphLimit, klReverse } from "windage/evaluation";

const words = sequenceEnvironment({ alphabet: "ABC", length: 4 });
// Words are worth more the more often a letter is written twice in a row.
const worth = (word: string): number => 0.02 + (word.match(/(.)(?=\1)/g)?.length ?? 0) ** 3;

for (const noise of [repeatNoise(0.25), wearNoise({ alpha: 0.9, uses: 2 })]) {
  const environment = withMemory(words, noise);
  const { graph, states, objects } = exploreEnvironment(environment);
  const logReward = objects.map((state) => Math.log(worth(environment.objectOf(state))));
  const target = targetLaw(logReward);
  const limit = graphLimit(graph, logReward, "reverse");

  // The faultless pen's policy: the share of the target behind each letter, whatever was remembered.
  const massOf = (prefix: string): number =>
    objects.reduce(
      (sum, state, i) => sum + (environment.objectOf(state).startsWith(prefix) ? target[i]! : 0),
      0,
    );
  const naive = states.flatMap((state) => {
    const prefix = environment.objectOf(state);
    return ["A", "B", "C"].map((letter) => massOf(prefix + letter) / massOf(prefix));
  });
  const divergence = klReverse(graphLaw(graph, naive), target);
  console.log(
    `${noise.description.kind}: ${graph.stateCount} states; no sampler comes nearer than ${limit.kl.toFixed(4)} nats, ` +
      `ignoring the fault costs ${divergence.toFixed(4)}`,
  );
}
