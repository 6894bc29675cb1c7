/**
 * The two pictures at the top of README.md, from a real run: `npx tsx scripts/readme-pictures.ts` trains on the built-in
 * landscape, writes its report, shows it on a terminal of 84 columns, and photographs both. It needs Debian's chromium.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { openAccount } from "../src/job/report/open-account.ts";
import { writeReport } from "../src/job/report/write-report.ts";
import { trainJob } from "../src/job/train/train-job.ts";

const columns = 84;
const root = fileURLToPath(new URL("..", import.meta.url));
const images = join(root, "docs", "images");
const folder = mkdtempSync(join(tmpdir(), "windage-readme-"));

/** What `windage show` prints, as a page that looks like a terminal. */
function terminalPage(): string {
  const words = ["tsx", join(root, "src/cli/main.ts"), "show"];
  const { stdout } = spawnSync("npx", words, {
    encoding: "utf8",
    cwd: root,
    env: { ...process.env, COLUMNS: String(columns), NO_COLOR: "1", WINDAGE_RUNS: join(folder, "runs") },
  });
  // A cell for each character, as terminals have them, whatever the face makes of Braille.
  const cells = Array.from(`$ windage show\n${stdout.trimEnd()}`, (sign) =>
    sign === "\n" ? "<br>" : `<i>${sign.replace("&", "&amp;").replace("<", "&lt;")}</i>`,
  );
  const style =
    "pre{margin:0;padding:16px;background:#14181d;color:#d6dde4;font:11px/1.25 'DejaVu Sans Mono',monospace;display:inline-block}" +
    "i{display:inline-block;width:1ch;font-style:normal;height:1.25em;vertical-align:top}";
  return `<meta charset="utf-8"><style>${style}</style><pre>${cells.join("")}</pre>`;
}

try {
  const { run } = await trainJob({ seed: 0, runs: join(folder, "runs") }).result;
  const report = await writeReport(await openAccount(run.folder));
  const terminal = join(folder, "terminal.html");
  writeFileSync(terminal, terminalPage());
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 760, height: 1180 } });
  await page.goto(pathToFileURL(report).href);
  await page.screenshot({ path: join(images, "report.png") });
  await page.goto(pathToFileURL(terminal).href);
  await page.locator("pre").screenshot({ path: join(images, "terminal.png") });
  await browser.close();
  for (const name of ["report.png", "terminal.png"]) {
    process.stdout.write(`${name}: ${readFileSync(join(images, name)).length} bytes\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
