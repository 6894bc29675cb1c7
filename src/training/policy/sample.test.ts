import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { policyByDepth } from "./policy-by-depth.ts";
import { lawOf, smallTrainer } from "../small-world.fixture.ts";

describe("samples of a trained policy", () => {
  test("follow its exact law, and only depend on seed and parameters", async () => {
    const trainer = await smallTrainer(0.25);
    for (let i = 0; i < 40; i++) await trainer.iterate();
    const law = await lawOf(trainer);
    const count = 20_000;
    const objects = await trainer.sample(count, 1);
    expect(objects).toHaveLength(count);
    expect((await trainer.sample(300, 1)).slice(0, 256)).toEqual(objects.slice(0, 256));
    expect(await trainer.sample(300, 2)).not.toEqual(objects.slice(0, 300));
    const counts = new Float64Array(81);
    for (const object of objects) {
      counts[Array.from(object, (letter) => "ABC".indexOf(letter)).reduce((n, i) => 3 * n + i, 0)]! += 1;
    }
    law.forEach((p, i) => {
      // Five standard deviations, and a little for what hardly ever happens.
      expect(Math.abs(counts[i]! / count - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / count) + 1e-4);
    });
    await trainer.dispose();
  });

  test("the layout by depth is refused where lengths vary", async () => {
    const environment = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 3 });
    await expect(policyByDepth({ policy: { environment } } as never)).rejects.toThrow(/one fixed length/);
  });
});
