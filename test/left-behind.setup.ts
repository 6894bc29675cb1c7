/**
 * Test files share a process with those that ran before, which saves loading everything once per file: what one put in
 * the place of something of the process is put back when it ends.
 */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
