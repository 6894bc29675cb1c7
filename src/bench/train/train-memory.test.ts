import { expect, test } from "vitest";
import { defaultRunMemoryMb } from "./train-memory.ts";

test("the memory of a run of the real command is measured", async () => {
  const small = ["--iterations", "2", "--on-policy", "4", "--hidden", "4", "--samples", "2"];
  expect(await defaultRunMemoryMb(small)).toBeGreaterThan(20);
}, 60_000);
