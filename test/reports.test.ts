/** Reports of every kind of run, opened in a real browser: no errors, no network, nothing that keeps anyone from reading. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandContext } from "../src/cli/option-table.ts";
import { plotCommand } from "../src/cli/report/plot-command.ts";
import { showCommand } from "../src/cli/report/show-command.ts";
import { plain } from "../src/cli/terminal/style.ts";
import { openAccount } from "../src/job/report/open-account.ts";
import { reportPage } from "../src/job/report/report-page.ts";
import { writeReport } from "../src/job/report/write-report.ts";
import type { Account } from "../src/job/report/account.ts";
import { everyReport } from "./reports.fixture.ts";
import { withoutTools } from "./system-tools.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "windage-reports-"));
const reason = withoutTools([{ program: "chromium", package: "chromium" }]);
const accounts = new Map<string, Account>();
let browser: Browser | undefined;

beforeAll(async () => {
  for (const [name, folder] of Object.entries(await everyReport(root))) {
    accounts.set(name, await openAccount(folder));
  }
  if (reason === undefined) {
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  rmSync(root, { recursive: true, force: true });
});

const expected: Readonly<Record<string, readonly string[]>> = {
  table: [
    "headline",
    "learning",
    "conditions",
    "law",
    "marginals",
    "logo",
    "flow",
    "noise-matrix",
    "finds",
    "ranks",
  ],
  sequences: [
    "headline",
    "learning",
    "law",
    "marginals",
    "logo",
    "flow",
    "noise-matrix",
    "finds",
    "ranks",
    "look-ahead",
  ],
  grid: ["headline", "learning", "law", "grid", "noise-matrix", "finds", "ranks"],
  chain: ["headline", "learning", "law", "marginals", "logo", "noise-matrix", "finds", "ranks"],
  forecast: ["conditional-fan", "fan", "weights", "backtests", "calibration", "pit"],
  comparison: ["tv-vs-calls", "tv-by-method"],
  project: ["rounds", "predicted"],
};

describe.each(Object.keys(expected))("%s", (name) => {
  test("has its figures, its sentence and the line to type", () => {
    const account = accounts.get(name)!;
    expect(account.pictures.map((one) => one.name)).toEqual(expect.arrayContaining([...expected[name]!]));
    expect(account.headline).toMatch(/[.:]$|\w/);
    expect(account.command).toMatch(/^windage /);
    for (const { draw } of account.pictures) expect(draw().data.rows.length).toBeGreaterThan(0);
  });

  test("is one small page of text without a script, the same whenever it is written", () => {
    const page = reportPage(accounts.get(name)!);
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).not.toMatch(/<script|javascript:|<iframe|<img|<link|\ssrc=|\shref=/i);
    expect(reportPage(accounts.get(name)!)).toBe(page);
  });

  test("opens in a browser without an error or a request, light, dark and narrow, for everyone", async ({
    skip,
  }) => {
    if (browser === undefined) return skip(reason);
    const file = await writeReport(accounts.get(name)!);
    const context = await browser.newContext({ offline: true, viewport: { width: 800, height: 900 } });
    const said: string[] = [];
    const page = await context.newPage();
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) said.push(request.url());
    });
    page.on("dialog", (dialog) => said.push(dialog.message()));
    await page.goto(pathToFileURL(file).href);
    expect(await broken(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await broken(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(await page.evaluate("document.querySelectorAll('script,iframe,img,object').length")).toBe(0);
    expect(said).toEqual([]);
    await context.close();
  });

  test("draws only pictures that a browser reads as XML", async ({ skip }) => {
    if (browser === undefined) return skip(reason);
    const page = await browser.newPage();
    const pictures = accounts
      .get(name)!
      .pictures.flatMap(({ draw }) => [draw().svg, draw({ width: 360 }).svg]);
    const wrong = await page.evaluate(
      `${JSON.stringify(pictures)}.filter((text) => new DOMParser()
        .parseFromString(text, "image/svg+xml").querySelector("parsererror,script") !== null)`,
    );
    expect(wrong).toEqual([]);
    await page.close();
  });
});

describe("one figure", () => {
  const context: CommandContext = {
    say: (path) => path,
    style: plain,
    progress: () => undefined,
    width: 100,
    json: false,
    print: () => undefined,
    given: new Set(),
  };
  const plot = (more: Readonly<Record<string, string | number>>) =>
    plotCommand.run({ what: accounts.get("sequences")!.folder, width: 360, ...more }, context);
  const at = (name: string): string => join(root, name);

  test("is written as SVG, as PNG of twice its width, and as numbers", async () => {
    await plot({ figure: "law", out: at("law.svg") });
    expect(readFileSync(at("law.svg"), "utf8")).toMatch(/^<svg [^>]*width="360"/);
    await plot({ figure: "law", out: at("law.png") });
    const png = readFileSync(at("law.png"));
    expect([png.subarray(1, 4).toString("latin1"), png.readUInt32BE(16)]).toEqual(["PNG", 720]);
    await plot({ figure: "law", data: "csv", out: at("law.csv") });
    expect(readFileSync(at("law.csv"), "utf8")).toMatch(/^log_r,log_p,best_log_p\r\n-?[\d.]+,/);
    expect((await plot({ figure: "law", data: "csv" })).text).toMatch(/^log_r,/);
  });

  test("that is none, or of another ending, is refused with what there is", async () => {
    await expect(plot({ figure: "lore" })).rejects.toThrow(
      /got the figure "lore", expected one of headline, /,
    );
    await expect(plot({ out: at("law.pdf") })).rejects.toThrow(
      /expected a name that ends in .svg or .png; write .svg/,
    );
    await expect(plot({ out: at("law.csv") })).rejects.toThrow(/add --data csv/);
  });

  test("and what matters stands on the terminal", async () => {
    for (const { folder, headline } of accounts.values()) {
      const { text } = await showCommand.run({ what: folder }, context);
      expect(text).toContain(headline.slice(0, 30));
      expect(text).toMatch(/[█⠀-⣿]/u);
    }
  });
});

/** What axe finds, in words. */
async function broken(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate("axe.run()")) as {
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`);
}
