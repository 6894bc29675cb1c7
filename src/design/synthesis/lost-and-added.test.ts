/** Letters that a synthesis loses and adds: read from files, found in reads, and what becomes of an order. */
import { describe, expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { possibleResults, valuesAfterErrors } from "./after-errors.ts";
import { countsUnder } from "./align-reads.ts";
import { cleanShare, isFaultless, readErrorModel } from "./error-model.ts";
import { fitErrors, fitErrorsMeanwhile } from "./fit-errors.ts";

describe("letters lost and added", () => {
  const header = "intended,A,C,G,T,deleted,inserted\n";
  const rows = (deleted: string, inserted: string): string =>
    ["A,0.9,0,0,0", "C,0,0.9,0,0", "G,0,0,0.9,0", "T,0,0,0,0.9"]
      .map((row) => `${row},${deleted},${inserted}\n`)
      .join("");

  test("are read, with rows that sum to one together with what is lost", () => {
    const model = readErrorModel(header + rows("0.1", "0.05"), "ACGT");
    expect(model.lengths![0]!.lost).toEqual(Float64Array.of(0.1, 0.1, 0.1, 0.1));
    expect(model.lengths![0]!.added[3]).toBe(0.05);
    expect(model.matrices[0]![0]).toBeCloseTo(1, 12);
    expect(isFaultless(model)).toBe(false);
    expect(cleanShare(model, [new Uint8Array(3)])).toBeCloseTo((0.9 * 0.95) ** 3, 12);
    expect(() => readErrorModel(header + rows("0.3", "0"), "ACGT")).toThrowError(
      /sums to 1.2.*with "deleted"/,
    );
    expect(() => readErrorModel(header + rows("0.1", "x"), "ACGT")).toThrowError(/"x" in column "inserted"/);
    expect(() => readErrorModel(header + rows("0.1", "2"), "ACGT")).toThrowError(/2 in column "inserted"/);
    const none = `${header}A,1,0,0,0,0,0\nC,0,1,0,0,0,0\nG,0,0,1,0,0,0\nT,0,0,0,1,0,0\n`;
    expect(readErrorModel(none, "ACGT").lengths).toBeUndefined();
  });

  test("come out as often as they should, and unknown lengths count as given", () => {
    const model = readErrorModel(header + rows("0.1", "0.05"), "ACGT");
    const order = Array.from({ length: 20 }, (_, t) => t % 4);
    const { results, weights } = possibleResults(order, model);
    const mean = results.reduce((sum, { length }, i) => sum + weights[i]! * length, 0);
    // 20 letters, of which 18 stay and to which 1 is added; the standard error is 0.11.
    expect(Math.abs(mean - 19)).toBeLessThan(0.4);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    const ones = (asked: readonly ArrayLike<number>[]): Float64Array => Float64Array.from(asked, () => 1);
    const share = results.reduce(
      (sum, { length }, i) => sum + (length >= 19 && length <= 20 ? weights[i]! : 0),
      0,
    );
    const known = { minLength: 19, maxLength: 20, otherwise: 0 };
    expect(valuesAfterErrors(ones, model, known)([order])[0]).toBeCloseTo(share, 12);
  });

  test("are told apart from wrong ones, and intervals hold the truth", () => {
    const generator = Generator.fromSeed(8);
    const [lost, added, wrong] = [0.05, 0.03, 0.03];
    const letter = (): string => "ACGT"[generator.integer(4)]!;
    const reads = Array.from({ length: 2000 }, () => {
      const intended = Array.from({ length: 10 }, letter).join("");
      const parts = Array.from(intended, (wanted) => {
        const came = generator.float64() < (4 / 3) * wrong ? letter() : wanted;
        return (generator.float64() < lost ? "" : came) + (generator.float64() < added ? letter() : "");
      });
      return { intended, observed: parts.join(""), count: 1 };
    });
    const fit = fitErrors(reads, "ACGT", false);
    expect(fit.changedLength).toBeGreaterThan(900);
    for (const [truth, { share, low, high }] of [
      [lost, fit.lost],
      [added, fit.added],
      [wrong, fit.wrong],
    ] as const) {
      expect(Math.abs(share - truth)).toBeLessThan(0.006);
      expect([low < truth, truth < high]).toEqual([true, true]);
    }
    expect(fitErrors(reads, "ACGT", true).model.matrices).toHaveLength(10);
  });

  test("are found the same while others have their turn, and every read is heard of", async () => {
    const reads = Array.from({ length: 4000 }, (_, i) => ({
      intended: "ACGTACGTACGTACGTACGT",
      observed: i % 3 === 0 ? "ACGTACGACGTACGTACGT" : "ACGTACGTACGTACCTACGT",
      count: 1,
    }));
    let [turns, steps, last] = [0, 0, 0];
    const timer = setInterval(() => turns++, 1);
    const fit = await fitErrorsMeanwhile(reads, "ACGT", false, ({ pass, share }) => {
      steps++;
      last = pass + share;
    }).finally(() => clearInterval(timer));
    expect(fit).toEqual(fitErrors(reads, "ACGT", false));
    expect(turns).toBeGreaterThan(0);
    expect(steps).toBe(Math.ceil(last - 1) * reads.length);
  });

  test("one pass over a read is the sum over everything that may have happened to each letter", () => {
    const generator = Generator.fromSeed(9);
    const random = (): Float64Array => {
      const rows = Array.from({ length: 2 }, () => 0.1 + 0.8 * generator.float64());
      return Float64Array.of(rows[0]!, 1 - rows[0]!, rows[1]!, 1 - rows[1]!);
    };
    const process = { matrices: [random(), random(), random()], lost: 0.2, added: 0.3 };
    for (const [intended, observed] of [
      ["ABA", "AB"],
      ["ABB", "BABAB"],
      ["BAA", "BAA"],
      ["ABA", "B"],
    ] as const) {
      let total = 0;
      const slow = { came: process.matrices.map(() => new Float64Array(4)), lost: 0, added: 0 };
      // Each letter: lost or come as A or B, and nothing, A or B after it: nine outcomes.
      for (let ways = 0; ways < 9 ** 3; ways++) {
        const each = [0, 1, 2].map((t) => Math.floor(ways / 9 ** t) % 9);
        let [probability, made] = [1, ""];
        for (const [t, way] of each.entries()) {
          const [came, after] = [way % 3, Math.floor(way / 3)];
          const row = 2 * "AB".indexOf(intended[t]!);
          probability *= came === 2 ? 0.2 : 0.8 * process.matrices[t]![row + came]!;
          probability *= after === 2 ? 0.7 : 0.3 / 2;
          made += (came === 2 ? "" : "AB"[came]!) + (after === 2 ? "" : "AB"[after]!);
        }
        if (made !== observed) continue;
        total += probability;
        for (const [t, way] of each.entries()) {
          const at = 2 * "AB".indexOf(intended[t]!) + (way % 3);
          if (way % 3 === 2) slow.lost += probability;
          else slow.came[t]![at] = slow.came[t]![at]! + probability;
          if (way < 6) slow.added += probability;
        }
      }
      const pass = countsUnder([{ intended, observed, count: 5 }], "AB", process);
      expect(pass.next()).toEqual({ done: false, value: { pass: 1, share: 0 } });
      const ended = pass.next();
      if (!ended.done) throw new Error("one read takes one step");
      const fast = ended.value;
      expect(fast.lost).toBeCloseTo((5 * slow.lost) / total, 10);
      expect(fast.added).toBeCloseTo((5 * slow.added) / total, 10);
      for (const [t, counts] of fast.came.entries())
        for (const [at, value] of counts.entries())
          expect(value).toBeCloseTo((5 * slow.came[t]![at]!) / total, 10);
    }
  });
});
