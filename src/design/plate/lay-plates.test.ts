import fc from "fast-check";
import { expect, test } from "vitest";
import { key } from "../../random/key.ts";
import { layPlates, readControls, wellName } from "./lay-plates.ts";

test("wells have the names that are printed on plates", () => {
  expect([wellName(0, 0), wellName(7, 11), wellName(15, 23), wellName(31, 47)]).toEqual([
    "A01",
    "H12",
    "P24",
    "AF48",
  ]);
});

test("every design has its wells, no well has two, and replicates are on different plates", () => {
  const request = fc.record({
    designs: fc.integer({ min: 1, max: 300 }),
    size: fc.constantFrom(24, 96, 384),
    replicates: fc.integer({ min: 1, max: 4 }),
    controls: fc.constantFrom(undefined, "WT", "WT=4,blank=2"),
  });
  fc.assert(
    fc.property(request, ({ designs, size, replicates, controls }) => {
      const known = controls === undefined ? [] : readControls(controls);
      const wells = layPlates(designs, { size, replicates, controls: known }, key(3));
      expect(new Set(wells.map(({ plate, well }) => `${plate} ${well}`)).size).toBe(wells.length);
      const plates = Math.max(...wells.map(({ plate }) => plate));
      for (let design = 0; design < designs; design++) {
        const own = wells.filter(({ holds }) => holds === design);
        expect(own).toHaveLength(replicates);
        if (plates >= 2 * replicates) expect(new Set(own.map(({ plate }) => plate)).size).toBe(replicates);
      }
      for (let plate = 1; plate <= plates; plate++) {
        for (const { name, wells: count } of known) {
          expect(wells.filter((one) => one.plate === plate && one.holds === name)).toHaveLength(count);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("controls are spread over the plate, and dealt otherwise on the next", () => {
  const wells = layPlates(160, { size: 96, controls: readControls("WT=8") }, key(1));
  const first = wells.filter(({ plate, holds }) => plate === 1 && holds === "WT").map(({ well }) => well);
  expect(new Set(first.map((well) => well[0])).size).toBeGreaterThanOrEqual(6);
  expect(new Set(first.map((well) => Number(well.slice(1)) > 6)).size).toBe(2);
  expect(
    wells.filter(({ plate, holds }) => plate === 2 && holds === "WT").map(({ well }) => well),
  ).not.toEqual(first);
  expect(layPlates(160, { size: 96 }, key(1))).toEqual(layPlates(160, { size: 96 }, key(1)));
});

test("what is no list of controls, and more of them than wells, is refused", () => {
  for (const text of ["", "WT=0", "WT=x", "WT,WT", "=3"])
    expect(() => readControls(text)).toThrow("controls");
  expect(() => layPlates(1, { size: 24, controls: readControls("WT=24") }, key(0))).toThrow(
    "room for designs",
  );
});
