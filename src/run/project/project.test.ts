import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject } from "./index.ts";

test("a project cannot be where a file is, and the file stays", async () => {
  const folder = await mkdtemp(join(tmpdir(), "windage-project-"));
  try {
    const file = join(folder, "assay.csv");
    await writeFile(file, "sequence,score\nACGT,1\n");
    const settings = { alphabet: "ACGT", minimize: false, log: false, round: {} };
    await expect(createProject(file, file, {}, settings)).rejects.toMatchObject({ code: "design/no-folder" });
    expect(await readFile(file, "utf8")).toBe("sequence,score\nACGT,1\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});
