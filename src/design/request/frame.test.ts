/** What never varied stays as it is in orders. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { propose } from "../propose.ts";
import { readErrorModel, uniformErrors } from "../synthesis/error-model.ts";
import { errorsWithin, frameOf } from "./frame.ts";

const parent = "MQYKLVDGEV";
const numbers = Array.from(parent, (_, i) => i + 39);

/** Variants of the parent at its sixth to eighth place. */
function variants(count: number): readonly string[] {
  const random = Generator.fromSeed(1);
  const letter = (): string => "ACDEFGHIKLMNPQRSTVWY"[random.integer(20)]!;
  const all = Array.from({ length: 3 * count }, () => `MQYKL${letter()}${letter()}${letter()}EV`);
  return [...new Set(all)].slice(0, count);
}

test("places that are the same in all sequences are held, and others put back between them", () => {
  const frame = frameOf(variants(50), { numbers });
  expect(frame.places).toEqual([5, 6, 7]);
  expect(frame.words).toBe("7 of 10 places never vary and are held; 3 may be changed: 44-46");
  expect(frame.vary("MQYKLAAAEV")).toBe("AAA");
  expect(frame.whole("CCC")).toBe("MQYKLCCCEV");
  expect([frame.fits("MQYKLAAAEV"), frame.fits("AQYKLAAAEV"), frame.fits("AAA")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(frameOf(variants(50), { numbers, free: "39,48" }).places).toEqual([0, 5, 6, 7, 9]);
  expect(frameOf(variants(50), { free: "all" }).held).toBe(0);
  expect(() => frameOf(variants(50), { free: "1", numbers })).toThrow("--free: got place 1");
});

test("where lengths vary, shared ends are held", () => {
  const frame = frameOf(["GGACGTT", "GGCTT", "GGAATT"]);
  expect([frame.before, frame.after, frame.held]).toEqual(["GG", "TT", 4]);
  expect(frame.words).toBe("every sequence begins with GG and ends with TT, which is held");
  expect(frame.whole(frame.vary("GGCTT"))).toBe("GGCTT");
  expect(frameOf(["GG", "GGG"]).whole("G")).toBe("GG");
  expect(() => frameOf(["A", "AC"], { free: "1" })).toThrow("several lengths");
});

test("taking off what is held and putting it back changes nothing", () => {
  const sequence = fc.string({ unit: fc.constantFrom("A", "C"), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.array(sequence, { minLength: 2, maxLength: 6 }), (sequences) => {
      const frame = frameOf(sequences);
      for (const one of sequences) {
        expect(frame.fits(one)).toBe(true);
        expect(frame.whole(frame.vary(one))).toBe(one);
      }
      expect(new Set(sequences.map(frame.vary)).size).toBe(new Set(sequences).size);
    }),
  );
});

test("errors of places that may be changed are those of the whole", () => {
  const row = (place: number, wrong: number): string =>
    `${place},A,${1 - wrong},${wrong}\n${place},C,${wrong},${1 - wrong}\n`;
  const rows = [0, 1, 2, 3].map((place) => row(place + 1, place / 10)).join("");
  const errors = readErrorModel(`position,intended,A,C\n${rows}`, "AC");
  const frame = frameOf(["AACA", "ACCC"]);
  expect(errorsWithin(errors, frame).matrices.map((matrix) => matrix[1])).toEqual([0.1, 0.3]);
  expect(errorsWithin(uniformErrors(0.1, 2), frame)).toEqual(uniformErrors(0.1, 2));
});

test("no order changes what never varied, and each says what it changes of the parent", async () => {
  const measurements = variants(60).map((sequence) => ({
    sequence,
    score: sequence.split(/[AVIL]/).length + (sequence.charCodeAt(5) % 7) / 10,
    count: 1,
    spread: 0,
  }));
  const options = { parent: { sequence: parent, numbers }, batch: 10, minDistance: 1 } as const;
  for (const search of ["all", "evolution", "thompson"] as const) {
    const { designs, candidates } = await propose(measurements, "ACDEFGHIKLMNPQRSTVWY", {
      ...options,
      search,
      steps: 5,
      errors: uniformErrors(0.01, 20),
      exclude: ["MQYKLAAAEV", "AAA"],
    });
    expect(designs).toHaveLength(10);
    for (const { order, mutations, nearest } of designs) {
      expect(order).toMatch(/^MQYKL...EV$/);
      expect(order).not.toBe("MQYKLAAAEV");
      expect(mutations).toMatch(/^(?:[VDG]4[456][A-Z](?::|$))+$|^WT$/);
      expect(nearest.sequence).toMatch(/^MQYKL...EV$/);
    }
    if (search === "all") expect(candidates).toBe(8000);
  }
  // A letter of ten slips with .0095; the share without errors is of whole sequences.
  const { clean } = await propose(measurements, "ACDEFGHIKLMNPQRSTVWY", {
    ...options,
    search: "all",
    errors: uniformErrors(0.01, 20),
  });
  expect(clean).toBeCloseTo((1 - 0.01 * 0.95) ** 10, 10);
}, 60_000);
