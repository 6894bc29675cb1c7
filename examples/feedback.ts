/**
 * What feedback is worth: the best law reachable by an instrument that sees each letter it really wrote, and by one that
 * is handed a whole design and makes its errors unseen. Simulated binding scores of all 8-mers, R = max(y³, 0.001).
 * Run it with `npx tsx examples/feedback.ts`; it takes a few seconds.
 */
import { createSim8, limitForwardKl, openLoopLimit, Reward, stickyKernel } from "windage";

const logReward = new Reward().logRewards(createSim8().table);

console.log("share of slips   errors seen   errors unseen   (least KL from the target, nats)");
for (const alpha of [0.1, 0.25]) {
  const kernel = stickyKernel(4, alpha);
  const columns = [
    limitForwardKl(logReward, kernel),
    openLoopLimit(logReward, kernel, "forward", { gap: 1e-5 }),
  ].map(({ kl }) => kl.toFixed(4).padStart(16));
  console.log(`${alpha.toFixed(2).padStart(14)}${columns.join("")}`);
}
