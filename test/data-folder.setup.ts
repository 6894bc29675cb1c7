/** Tests keep their key and tables apart from those of whoever runs them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "windage-test-data-"));
process.env["WINDAGE_DATA"] = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
