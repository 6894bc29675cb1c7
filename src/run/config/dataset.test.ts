/** Files of known sequences that the task cannot build are refused by the name of the option and of the file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { openDataset } from "./dataset.ts";
import { smallConfig } from "./small-run.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-dataset-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a sequence of another length is refused with the option, the file and what to do", async () => {
  const dataset = join(folder, "known.csv");
  writeFileSync(dataset, "sequence,score\nACGT,1\nACG,2\n");
  const config = smallConfig({ dataset, datasetBatch: 2 });
  const opened = openDataset(config, sequenceEnvironment({ alphabet: "ACGT", length: 4 }));
  await expect(opened).rejects.toMatchObject({ code: "run/bad-dataset" });
  await expect(opened).rejects.toThrow(
    `dataset: ${dataset}: sequence "ACG": got 3 letters, expected 4. The task cannot build it; take it out`,
  );
  const both = await openDataset(
    config,
    sequenceEnvironment({ alphabet: "ACGT", minLength: 3, maxLength: 4 }),
  );
  expect(both.map(({ object }) => object)).toEqual(["ACGT", "ACG"]);
});
