import { describe, expect, test } from "vitest";
import { functionOracle } from "../oracle/function-oracle.ts";
import { OracleError } from "../oracle/oracle-error.ts";
import { SequenceSpace } from "./sequence-space.ts";
import { TableLandscape } from "./table-landscape.ts";
import { tabulate } from "./tabulate.ts";

const space = new SequenceSpace("AB", 2);
const landscape = new TableLandscape("tiny", space, Float64Array.of(0.1, 0.2, 0.3, 0.8));

describe("TableLandscape", () => {
  test("looks scores up by index, by sequence and as an oracle", async () => {
    expect(landscape.scoreAt(3)).toBe(0.8);
    expect(landscape.scoreOf("BA")).toBe(0.3);
    expect(await landscape.score(["BB", "AA"])).toEqual(Float64Array.of(0.8, 0.1));
    expect(landscape.summary()).toEqual({ min: 0.1, mean: (0.1 + 0.2 + 0.3 + 0.8) / 4, max: 0.8 });
  });

  test("refuses a table of the wrong size or with a hole, naming the sequence", () => {
    expect(() => new TableLandscape("t", space, new Float64Array(3))).toThrow(
      "t: got a table of 3 scores, expected 4 (2 letters, length 2)",
    );
    expect(() => new TableLandscape("t", space, Float64Array.of(0, 0, Number.NaN, 0))).toThrow(
      't: the score of "BA" is NaN',
    );
    expect(() => landscape.scoreAt(4)).toThrow(expect.objectContaining({ code: "landscape/invalid-index" }));
  });

  test("an unknown sequence is an error that carries the known scores", async () => {
    const error = await landscape.score(["AA", "AX", "AB"]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OracleError);
    expect(error).toMatchObject({
      code: "landscape/invalid-sequence",
      message: 'tiny: sequence "AX" has "X" at position 2, expected letters of "AB"',
      scores: Float64Array.of(0.1, Number.NaN, 0.2),
    });
  });

  test("any oracle over a small space can be tabulated", async () => {
    const count = functionOracle({ mode: "single", score: (sequence) => sequence.split("B").length - 1 });
    const table = await tabulate(count, new SequenceSpace("AB", 3), { batch: 3 });
    expect(table.table).toEqual(Float64Array.of(0, 1, 1, 2, 1, 2, 2, 3));
    expect(table.enumerable).toBe(true);
  });
});
