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

test("a command that was stopped before its first order can be given again, with the same file only", async () => {
  const folder = await mkdtemp(join(tmpdir(), "windage-project-"));
  try {
    const [first, other, project] = ["a.csv", "b.csv", "plate"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(first, "sequence,score\nACGT,1\n");
    await writeFile(other, "sequence,score\nACGT,2\n");
    const settings = { alphabet: "ACGT", minimize: false, log: false, round: {} };
    await createProject(project, first, {}, settings);
    const again = await createProject(project, first, {}, { ...settings, minimize: true });
    expect([again.settings.minimize, again.assays.length]).toEqual([true, 1]);
    const taken = { code: "design/project-exists" };
    await expect(createProject(project, other, {}, settings)).rejects.toMatchObject(taken);
    await writeFile(join(project, "orders", "001.json"), '{"round":1}');
    await expect(createProject(project, first, {}, settings)).rejects.toMatchObject(taken);
  } finally {
    await rm(folder, { recursive: true });
  }
});
