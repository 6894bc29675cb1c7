/** Protocols on the simulated landscape: what is measured when, that searches beat chance, and the same again. */
import { expect, test, vi } from "vitest";
import { createSim8 } from "../landscape/exact/sim8.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { protocols, type ProtocolOptions, type ProtocolRound, runProtocol } from "./protocol.ts";
import { Generator } from "../random/generator.ts";

// Every round trains networks, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 });

const table = createSim8();

async function rounds(options: Partial<ProtocolOptions>): Promise<ProtocolRound[]> {
  const all: ProtocolRound[] = [];
  const asked = { search: "random", alpha: 0.1, seed: 1, rounds: 2, ...options } as const;
  for await (const round of runProtocol(table, "below-median", asked)) all.push(round);
  return all;
}

test("what is measured at the start is what the protocol says", () => {
  const byScore = Array.from({ length: 65_536 }, (_, i) => 65_535 - i);
  const generator = Generator.fromSeed(1);
  expect(protocols.lowest.start(byScore, generator)).toHaveLength(32_898);
  const low = protocols["below-median"].start(byScore, generator);
  expect(low).toHaveLength(1000);
  expect(low.every((index) => index >= 32_768)).toBe(true);
  expect(protocols.single.start(byScore, generator)).toHaveLength(3000);
});

test("random orders are few hits; rounds add up; the same seed gives the same", async () => {
  const [first, second] = await rounds({});
  expect([first!.ordered, second!.ordered]).toEqual([100, 200]);
  expect(second!.hits).toBeLessThan(30);
  expect(second!.best.mean).toBeGreaterThanOrEqual(first!.best.mean);
  expect(second!.covered).toBeNull();
  expect(second!.modes.total).toBe(328);
  expect(second!.modes.found).toBeGreaterThanOrEqual(first!.modes.found);
  // A thousand of 65,536 sequences are measured: what is drawn at random lies one to three letters from the nearest.
  expect(first!.novelty).toBeGreaterThan(1);
  expect(first!.novelty).toBeLessThan(3);
  expect(await rounds({})).toEqual([first, second]);
});

test("a search learns from the first half and finds what is better", async () => {
  const [random] = await rounds({ rounds: 1 });
  const [found] = await rounds({ rounds: 1, search: "evolution", steps: 20 });
  expect(found!.best.mean).toBeGreaterThan(random!.best.mean + 0.05);
  // Nothing measured is like what is ordered here, so that intervals may well hold nothing.
  expect(found!.covered).toBeGreaterThanOrEqual(0);
});

test("a sampler without a surrogate learns from what was measured alone, and the same again", async () => {
  const asked = { search: "sampler", rounds: 1, alpha: 0, steps: 300 } as const;
  const [found] = await rounds(asked);
  const [random] = await rounds({ ...asked, search: "random" });
  expect(found!.ordered).toBe(100);
  expect(found!.hits).toBeGreaterThan(random!.hits + 5);
  expect(found!.meanOrdered).toBeGreaterThan(random!.meanOrdered + 0.05);
  expect(found!.covered).toBeNull();
  expect(await rounds(asked)).toEqual([found]);
});

test("a sampler hears that it is to stop", async () => {
  const stop = new AbortController();
  stop.abort();
  const asked = { search: "sampler", rounds: 1, steps: 300, signal: stop.signal } as const;
  await expect(rounds(asked)).rejects.toMatchObject({ code: "design/stopped" });
});

test("a small table is refused", async () => {
  const small = new TableLandscape("small", new SequenceSpace("AB", 3), new Float64Array(8));
  const asked = { search: "random", alpha: 0, seed: 0 } as const;
  await expect(runProtocol(small, "single", asked).next()).rejects.toMatchObject({
    code: "design/small-table",
  });
});
