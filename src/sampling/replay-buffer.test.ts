import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WindageError } from "../error.ts";
import { Generator } from "../random/generator.ts";
import { ReplayBuffer } from "./replay-buffer.ts";
import type { StoredTrajectory } from "./replay-buffer.ts";

const steps = 3;

/** A trajectory that can be told from all others. */
const trajectory = (i: number): StoredTrajectory => ({
  thought: Int32Array.of(i, i + 1, i + 2),
  real: Int32Array.of(-i, -i - 1, -i - 2),
  length: 1 + (i % steps),
  object: `object ${i}`,
  score: i / 7,
});

function filled(capacity: number, priorities: readonly number[]): ReplayBuffer {
  const buffer = new ReplayBuffer(capacity, steps);
  priorities.forEach((priority, i) => buffer.add(trajectory(i), priority));
  return buffer;
}

describe("replay", () => {
  test("keeps the latest trajectories whole, and never returns anything else", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 2 ** 31 }),
        (capacity, priorities, seed) => {
          const buffer = filled(capacity, priorities);
          expect(buffer.count).toBe(Math.min(capacity, priorities.length));
          const oldest = priorities.length - buffer.count;
          const generator = Generator.fromSeed(seed);
          for (let draw = 0; draw < 20; draw++) {
            const got = buffer.at(buffer.draw(generator));
            const i = Number(got.object.slice("object ".length));
            expect(i).toBeGreaterThanOrEqual(oldest);
            expect(got).toEqual(trajectory(i));
          }
        },
      ),
    );
  });

  test("keeps copies, because callers reuse their arrays", () => {
    const buffer = new ReplayBuffer(2, steps);
    const given = trajectory(1);
    buffer.add(given);
    given.thought.fill(99);
    given.real.fill(99);
    expect(buffer.at(0)).toEqual(trajectory(1));
  });

  test("takes logarithms that no number can hold, and goes on with them from what was saved", () => {
    const logs = [-2000, -1999, -3500, 5000, 5001, 5001 - Math.log(3)];
    const buffer = new ReplayBuffer(8, steps);
    logs.slice(0, 4).forEach((log, i) => buffer.addByLog(trajectory(i), log));
    const again = new ReplayBuffer(8, steps);
    again.restore(buffer.save());
    for (const one of [buffer, again]) {
      logs.slice(4).forEach((log, i) => one.addByLog(trajectory(4 + i), log));
      const generator = Generator.fromSeed(1);
      const counts = logs.map(() => 0);
      for (let draw = 0; draw < 6000; draw++) counts[one.draw(generator)]!++;
      const total = Math.exp(-1) + 1 + 1 / 3;
      [0, 0, 0, Math.exp(-1) / total, 1 / total, 1 / 3 / total].forEach((share, i) =>
        expect(Math.abs(counts[i]! / 6000 - share)).toBeLessThan(0.03),
      );
    }
    expect(again.save()).toEqual(buffer.save());
  });

  test("draws in proportion to priorities, old ones forgotten", () => {
    const priorities = [100, 50, 1, 2, 3, 4];
    const buffer = filled(4, priorities);
    const counts = new Map<string, number>();
    const generator = Generator.fromSeed(1);
    const draws = 20_000;
    for (let i = 0; i < draws; i++) {
      const { object } = buffer.at(buffer.draw(generator));
      counts.set(object, (counts.get(object) ?? 0) + 1);
    }
    expect(counts.size).toBe(4);
    for (let i = 2; i < 6; i++) {
      const expected = priorities[i]! / 10;
      // Five standard deviations of a share from 20,000 draws.
      const slack = 5 * Math.sqrt((expected * (1 - expected)) / draws);
      expect(Math.abs(counts.get(`object ${i}`)! / draws - expected)).toBeLessThan(slack);
    }
  });

  test("a restored buffer continues bit for bit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { maxLength: 10 }),
        (capacity, before, after) => {
          const one = filled(capacity, before);
          const other = new ReplayBuffer(capacity, steps);
          other.add(trajectory(77));
          other.restore(one.save());
          after.forEach((priority, i) => {
            one.add(trajectory(100 + i), priority);
            other.add(trajectory(100 + i), priority);
          });
          const [a, b] = [Generator.fromSeed(3), Generator.fromSeed(3)];
          for (let i = 0; i < 20; i++) expect(other.at(other.draw(b))).toEqual(one.at(one.draw(a)));
          expect(other.save()).toEqual(one.save());
        },
      ),
    );
  });

  test("a large buffer can be saved and restored", () => {
    const size = 200_000;
    const one = filled(
      size,
      Array.from({ length: size }, () => 1),
    );
    const other = new ReplayBuffer(size, steps);
    other.restore(one.save());
    expect(other.count).toBe(size);
    expect(other.at(size - 1)).toEqual(trajectory(size - 1));
  });

  test("refuses what it cannot hold", () => {
    const code = (act: () => unknown): string => {
      try {
        act();
      } catch (error) {
        if (error instanceof WindageError) return error.code;
      }
      return "nothing";
    };
    for (const capacity of [0, -1, 1.5, Number.NaN]) {
      expect(code(() => new ReplayBuffer(capacity, steps))).toBe("sampling/bad-capacity");
    }
    for (const priority of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(code(() => filled(2, [priority]))).toBe("sampling/bad-priority");
    }
    const state = filled(4, [1, 1, 1]).save();
    expect(code(() => new ReplayBuffer(2, steps).restore(state))).toBe("sampling/bad-state");
    expect(code(() => new ReplayBuffer(4, steps + 1).restore(state))).toBe("sampling/bad-state");
  });
});
