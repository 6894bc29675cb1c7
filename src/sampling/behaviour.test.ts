import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { Chooser, onPolicy } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";

const logits = Float32Array.of(0.5, -1, 2, 1);

/** How often each intention is chosen, out of many rows with the same logits. */
function shares(behaviour: Behaviour, legal: readonly number[], rows = 40_000): number[] {
  const actions = legal.length;
  const chooser = new Chooser(Generator.fromSeed(2), rows, actions);
  const all = new Float32Array(rows * actions);
  for (let row = 0; row < rows; row++) all.set(logits, row * actions);
  const mask = Uint8Array.from({ length: rows * actions }, (_, i) => legal[i % actions]!);
  const counts = legal.map(() => 0);
  chooser.draw();
  for (let row = 0; row < rows; row++) counts[chooser.choose(row, all, mask, row * actions, behaviour)]! += 1;
  return counts.map((count) => count / rows);
}

/** π^(1/T), renormalised over legal intentions, mixed with ε of the uniform one: the definition. */
function expected({ temperature, epsilon }: Behaviour, legal: readonly number[]): number[] {
  const weights = legal.map((allowed, a) => (allowed ? Math.exp(logits[a]! / temperature) : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const allowed = legal.filter(Boolean).length;
  return weights.map((weight, a) => (1 - epsilon) * (weight / total) + (legal[a] ? epsilon / allowed : 0));
}

describe("behaviour", () => {
  test.each<[string, Behaviour, number[]]>([
    ["on-policy", onPolicy, [1, 1, 1, 1]],
    ["hot", { temperature: 3, epsilon: 0 }, [1, 1, 1, 1]],
    ["cold", { temperature: 0.5, epsilon: 0 }, [1, 1, 1, 1]],
    ["exploring", { temperature: 1, epsilon: 0.4 }, [1, 1, 1, 1]],
    ["hot, exploring and masked", { temperature: 2, epsilon: 0.3 }, [1, 0, 0, 1]],
    ["always exploring, masked", { temperature: 1, epsilon: 1 }, [0, 1, 1, 1]],
  ])("%s: frequencies are those of the definition", (_name, behaviour, legal) => {
    const got = shares(behaviour, legal);
    expected(behaviour, legal).forEach((share, a) => {
      const slack = 5 * Math.sqrt((share * (1 - share)) / 40_000);
      expect(Math.abs(got[a]! - share)).toBeLessThanOrEqual(slack);
    });
  });

  test("never chooses what is illegal", () => {
    const row = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(
        row.filter((legal) => legal.includes(1)),
        fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 4, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 2 ** 31 }),
        (legal, values, epsilon, seed) => {
          const chooser = new Chooser(Generator.fromSeed(seed), 1, 4);
          for (let draw = 0; draw < 10; draw++) {
            chooser.draw();
            const action = chooser.choose(0, Float32Array.from(values), Uint8Array.from(legal), 0, {
              temperature: 0.1,
              epsilon,
            });
            expect(legal[action]).toBe(1);
          }
        },
      ),
    );
  });

  test("uses the same number of draws whatever the behaviour", () => {
    const after = (behaviour: Behaviour): number => {
      const generator = Generator.fromSeed(4);
      const chooser = new Chooser(generator, 2, 4);
      chooser.draw();
      chooser.choose(0, logits, Uint8Array.of(1, 1, 1, 1), 0, behaviour);
      return generator.float64();
    };
    expect(after({ temperature: 2, epsilon: 0.9 })).toBe(after(onPolicy));
  });
});
