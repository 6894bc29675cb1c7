import { describe, expect, test } from "vitest";
import { functionOracle } from "./function-oracle.ts";
import { sleep } from "../source/back-off.ts";

const lengthOf = (sequence: string): number => sequence.length;

function answering(answer: unknown): Promise<Float64Array> {
  return functionOracle({ mode: "batch", score: () => answer as number[] }).score(["A", "B"]);
}

describe("functionOracle", () => {
  test("single and batched, synchronous and asynchronous, all agree", async () => {
    const oracles = [
      functionOracle({ mode: "single", score: lengthOf }),
      functionOracle({
        mode: "single",
        score: async (sequence) => (await sleep(1), lengthOf(sequence)),
        concurrency: 3,
      }),
      functionOracle({ mode: "batch", score: (sequences) => sequences.map(lengthOf) }),
      functionOracle({
        mode: "batch",
        score: (sequences) => Float32Array.from(sequences, lengthOf),
        maxBatch: 2,
      }),
      functionOracle({
        mode: "batch",
        score: async (sequences) => (await sleep(1), sequences.map(lengthOf)),
        maxBatch: 1,
        concurrency: 2,
      }),
    ];
    for (const oracle of oracles) {
      expect(await oracle.score(["A", "AAA", "", "AA"])).toEqual(Float64Array.of(1, 3, 0, 2));
      expect(await oracle.score([])).toEqual(new Float64Array(0));
    }
  });

  test("never has more calls under way than told", async () => {
    let running = 0;
    let most = 0;
    const oracle = functionOracle({
      mode: "single",
      concurrency: 3,
      score: async () => {
        most = Math.max(most, ++running);
        await sleep(1);
        return --running;
      },
    });
    await oracle.score(Array.from({ length: 10 }, (_, at) => `${at}`));
    expect(most).toBe(3);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    "a score of %d names the sequence and keeps the others",
    async (bad) => {
      const oracle = functionOracle({
        name: "mine",
        mode: "batch",
        score: (all) => all.map((one) => (one === "B" ? bad : 1)),
      });
      await expect(oracle.score(["A", "B", "C"])).rejects.toMatchObject({
        code: "landscape/not-finite",
        kind: "user",
        message: expect.stringContaining(`mine: the score of "B" is ${bad}`) as string,
        scores: Float64Array.of(1, Number.NaN, 1),
      });
    },
  );

  test.each([1e151, -1e308])(
    "a score of %d, whose square is no number, is refused by its name",
    async (huge) => {
      const oracle = functionOracle({
        name: "mine",
        mode: "single",
        score: (one) => (one === "B" ? huge : 1),
      });
      await expect(oracle.score(["A", "B"])).rejects.toMatchObject({
        code: "landscape/huge-score",
        message: expect.stringMatching(
          /the score of "B" is -?1e\+\d+, expected at most 1e\+150.*divide/,
        ) as string,
        scores: Float64Array.of(1, Number.NaN),
      });
    },
  );

  test("answers of the wrong shape are refused", async () => {
    for (const answer of [[1], [1, 2, 3], 5, undefined, "12", { A: 1 }]) {
      await expect(answering(answer)).rejects.toMatchObject({ code: "landscape/wrong-shape" });
    }
    await expect(answering([1, "2"])).rejects.toThrow('the score of "B" is the text "2"');
    await expect(answering([1, [2]])).rejects.toThrow('the score of "B" is a list of 1');
    await expect(
      functionOracle({ mode: "single", score: () => undefined as never }).score(["A"]),
    ).rejects.toThrow('the score of "A" is undefined');
  });

  test("a function that throws is an error with its cause and the scores so far", async () => {
    const cause = new Error("out of reagent");
    const oracle = functionOracle({
      mode: "single",
      score: (sequence) => {
        if (sequence === "C") throw cause;
        return 1;
      },
    });
    await expect(oracle.score(["A", "B", "C", "D"])).rejects.toMatchObject({
      code: "landscape/function-failed",
      message: expect.stringContaining('threw "out of reagent" for "C"') as string,
      cause,
      scores: Float64Array.of(1, 1, Number.NaN, Number.NaN),
    });
  });

  test("refuses limits that make no sense", () => {
    expect(() => functionOracle({ mode: "single", score: lengthOf, concurrency: 0 })).toThrow(
      "concurrency: got 0",
    );
    expect(() => functionOracle({ mode: "batch", score: () => [], maxBatch: 1.5 })).toThrow(
      "maxBatch: got 1.5",
    );
  });
});
