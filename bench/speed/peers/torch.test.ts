import { expect, test } from "vitest";
import { openTorch, TorchChild } from "./torch.ts";

test("a Python that does not exist is said so at once", async () => {
  await expect(TorchChild.start("/no/such/python", 1)).rejects.toThrow("ENOENT");
});

test("a program that is no Python is said so at once", async () => {
  await expect(TorchChild.start(process.execPath, 1)).rejects.toThrow("it ended with code 1");
});

test("without torch the note says what was tried and how to get it", async () => {
  const opened = await openTorch([1, 2], { pythons: ["/no/such/python", process.execPath] });
  expect(opened).toEqual({
    missing: expect.stringMatching(
      /^PyTorch was not measured \(\/no\/such\/python: .*ENOENT; .*code 1.*\)\. .*python3-torch.*WINDAGE_PYTHON/,
    ) as string,
  });
});
