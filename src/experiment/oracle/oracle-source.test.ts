/** Lengths of scores of one's own: one bound alone is told apart from none. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { smallConfig } from "../experiment.fixture.ts";
import { openWorld } from "../world.ts";

test.each([
  [{ minLength: 2, maxLength: null }, "got --min-length 2 alone, expected --max-length beside it; add that"],
  [{ minLength: null, maxLength: 6 }, "got --max-length 6 alone, expected --min-length beside it; add that"],
  [{ minLength: null, maxLength: null }, "got scores without the length of sequences"],
])("%j", async (lengths, message) => {
  const config = smallConfig({
    task: "own",
    oracleCsv: null,
    oracleCommand: ["true"],
    alphabet: "ACGT",
    ...lengths,
  });
  await expect(openWorld(config, tmpdir())).rejects.toThrow(message);
});
