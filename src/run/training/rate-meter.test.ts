import { expect, test } from "vitest";
import { RateMeter } from "./rate-meter.ts";

test("says nothing before it can, leaves the warm-up out, and follows the last seconds", () => {
  const meter = new RateMeter();
  expect(meter.perSecond).toBeNull();
  // The first iteration took five seconds; the rate is that of the others.
  meter.mark(1, 5000);
  expect(meter.perSecond).toBeNull();
  meter.mark(2, 5100);
  expect(meter.perSecond).toBeNull();
  for (let i = 3; i <= 101; i++) meter.mark(i, 5000 + 100 * (i - 1));
  expect(meter.perSecond).toBeCloseTo(10, 9);
  // Ten times slower from now on: after the window nothing of the past is left.
  for (let i = 1; i <= 12; i++) meter.mark(101 + i, 15_000 + 1000 * i);
  expect(meter.perSecond).toBeCloseTo(1, 9);
});
