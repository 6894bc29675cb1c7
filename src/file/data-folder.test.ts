/** Homes that are none; which folder each platform has is tested with the tables. */
import { execFileSync } from "node:child_process";
import { expect, test, vi, afterEach } from "vitest";
import { isAbsolute } from "node:path";
import { dataFolder } from "./data-folder.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["", "some/where", "."])("a home %j is none, and nothing is put below where one is", (home) => {
  vi.stubEnv("HOME", home);
  expect(isAbsolute(dataFolder({ env: {} }))).toBe(true);
});

test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "a user that the system does not know (needs root to become one) is told what to set",
  () => {
    const module = new URL("data-folder.ts", import.meta.url).href;
    const code = `const { dataFolder } = await import(${JSON.stringify(module)});
      process.setuid(54321);
      delete process.env.HOME;
      try { console.log(dataFolder({ env: {} })); } catch (error) { console.log(error.code + " " + error.message); }
      console.log(dataFolder({ env: { WINDAGE_DATA: "/named" } }));`;
    const said = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
    expect(said.toString()).toMatch(/^data\/no-home HOME: got no whole path.*WINDAGE_DATA.*\n\/named\n$/);
  },
);
