/** `grid`: walks on a hypergrid with a peak in each corner, whose scores are rewards already. */
import type { Environment } from "../../environment/environment.ts";
import { defineTask, onTask } from "./task.ts";

const needs = [onTask("grid")];

export const grid = defineTask({
  name: "grid",
  called: "the grid",
  help: "grid (see --side)",
  builds: "points",
  noise: ["sticky"],
  hasScores: true,
  oneExponent: "whose scores are rewards",
  sparse: true,
  sizes: ["side", "dimensions"],
  usual: { beta: 1 },
  settings: {
    side: {
      kind: "integer",
      min: 2,
      max: 4096,
      default: 8,
      needs,
      description: "Points along each dimension of the grid.",
    },
    dimensions: {
      kind: "integer",
      min: 1,
      max: 12,
      default: 2,
      needs,
      description: "Dimensions of the grid.",
    },
  },
  environment: pointsOf,
  async open(config) {
    const { gridLandscape } = await import("../../landscape/exact/grid-landscape.ts");
    const { side, dimensions } = config;
    return {
      environment: await pointsOf(config),
      landscape: gridLandscape({ side, dimensions }),
      free: true,
    };
  },
});

async function pointsOf({
  side,
  dimensions,
  alpha,
}: {
  readonly side: number;
  readonly dimensions: number;
  readonly alpha: number | null;
}): Promise<Environment> {
  const { gridEnvironment } = await import("../../environment/grid.ts");
  const { stickyNoise } = await import("../../environment/noise/sticky-noise.ts");
  const { withNoise } = await import("../../environment/noise/noise.ts");
  const plain = gridEnvironment({ side, dimensions });
  return alpha === null || alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
}
