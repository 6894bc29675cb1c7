import { expect, test } from "vitest";
import { measureDefaultRun, untilTv } from "./default-run.ts";

test("time and memory of a run of the real command are measured", async () => {
  const small = ["--iterations", "50", "--on-policy", "4", "--hidden", "4", "--samples", "2"];
  const { seconds, peakMemoryMb } = await measureDefaultRun([...small, ...untilTv(0.9)]);
  expect(seconds).toBeGreaterThan(0);
  expect(peakMemoryMb).toBeGreaterThan(20);
}, 60_000);
