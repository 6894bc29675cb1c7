/** Every search, and the batch, obey rules, also where little or nothing that was measured does. */
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { propose } from "../propose.ts";
import { searchKinds } from "../search/search.ts";
import type { RuleValues } from "./rule.ts";

function measured(count: number, minLength: number, maxLength = minLength) {
  const random = Generator.fromSeed(3);
  const draw = (): string =>
    Array.from(
      { length: minLength + random.integer(maxLength - minLength + 1) },
      () => "ACGT"[random.integer(4)]!,
    ).join("");
  return [...new Set(Array.from({ length: count }, draw))].map((sequence) => ({
    sequence,
    score: sequence.split("G").length + 2 * sequence.split("CA").length + random.float64(),
    count: 1,
    spread: 0,
  }));
}

const cases: readonly [name: string, rules: RuleValues, obeys: (sequence: string) => boolean][] = [
  [
    "words, runs and bases",
    { avoid: "GG,CAC", strands: "one", maxRun: 2, gc: "30-60" },
    (one) => {
      const share = one.replaceAll(/[AT]/g, "").length / one.length;
      return !/GG|CAC|AAA|TTT|CCC/.test(one) && share >= 0.3 && share <= 0.6;
    },
  ],
  ["what nothing measured has", { keep: "GATC", letters: "all=!T" }, () => false],
  ["looked at", { tm: "-20-20", maxRepeat: 3 }, (one) => one.length > 0],
];

test.each(searchKinds)(
  "%s in a space that is listed",
  async (search) => {
    const data = measured(60, 6);
    for (const [, rules, obeys] of [cases[0]!, cases[2]!]) {
      const { designs, rules: report } = await propose(data, "ACGT", {
        search,
        rules,
        batch: 10,
        minDistance: 1,
        steps: search === "all" ? 1 : 4,
      });
      expect(designs.length).toBeGreaterThan(0);
      for (const { order } of designs) expect([order, obeys(order)]).toEqual([order, true]);
      expect(BigInt(report!.left)).toBeGreaterThan(0n);
    }
  },
  120_000,
);

test.each(["gflownet", "evolution", "thompson"] as const)(
  "%s in one that is not",
  async (search) => {
    const rules = { keep: "GATTC", letters: "1=A", avoid: "TTT,EcoRI", maxRun: 3, gc: "20-70" } as const;
    for (const data of [measured(60, 14), measured(60, 12, 14)]) {
      const oneLength = data.every(({ sequence }) => sequence.length === 14);
      const { letters, ...others } = rules;
      const { designs } = await propose(data, "ACGT", {
        search,
        rules: oneLength ? { ...others, letters } : { ...others, lengths: "12-13" },
        batch: 10,
        minDistance: 1,
        steps: 4,
      });
      expect(designs).toHaveLength(10);
      for (const { order } of designs) {
        expect(order).toContain("GATTC");
        expect(order).not.toMatch(/TTT|AAA(?=A)|AAA$^|GAATTC/);
        expect(order).toMatch(oneLength ? /^A.{13}$/ : /^.{12,13}$/);
      }
    }
  },
  180_000,
);

test("rules that nothing obeys are refused before anything is fitted", async () => {
  await expect(
    propose(measured(60, 6), "ACGT", { rules: { keep: "GATC", letters: "all=!T" }, search: "all" }),
  ).rejects.toMatchObject({ code: "design/impossible-rules" });
});
