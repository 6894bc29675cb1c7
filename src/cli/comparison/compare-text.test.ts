import fc from "fast-check";
import { expect, test } from "vitest";
import { madeUpResults } from "../../comparison/results.fixture.ts";
import { summarise } from "../../comparison/summarise.ts";
import { markdownTables } from "../../comparison/table-markdown.ts";
import { terminalStyle, visibleLength } from "../terminal/style.ts";
import { compareText } from "./compare-text.ts";

const plain = terminalStyle(false, {});
const methods = ["sdb", "db", "mh"];
const comparison = summarise(madeUpResults(methods, [0.25], 3), { against: "sdb", methods });

test("a small table, frozen", () => {
  expect(compareText(comparison, plain, 100).split("\n\n")[0]).toMatchInlineSnapshot(`
    "Noise α = 0.25
    method                            TV        Δ TV to sdb  sample error ×1e-4  calls  steps  seconds
    ──────────────────  ────────────────  ─────────────────  ──────────────────  ─────  ─────  ───────
    sdb                 0.0367 ±0.0032 *                  –      0.734 ±0.064 *   160k  1.28M       41
    db                    0.0653 ±0.0045  +0.0286 ±0.0071 ✗        1.306 ±0.091   160k  1.28M       46
    mh                                 –                  –        1.951 ±0.368   160k  1.28M       51
    policy of least KL            0.0100"
  `);
});

test("the same as Markdown, frozen, with labels that stay labels", () => {
  const nasty = ["a|b*", "<b>_x_\n"];
  const one = summarise(madeUpResults(nasty, [0.5], 1), { against: "a|b*", methods: nasty });
  expect(markdownTables(one, { width: 60 }).split("\n\n")[1]).toMatchInlineSnapshot(`
    "|  | TV | Δ TV to a\\|b\\* | calls | seconds |
    | --- | ---: | ---: | ---: | ---: |
    | a\\|b\\* | **0.0673** \\* | – | 160k | 40 |
    | &lt;b\\>\\_x\\_\\\\u\\{a\\} | 0.0975 | +0.0303 ? | 160k | 45 |
    | *policy of least KL* | 0.0400 |  |  |  |"
  `);
});

test("a seed that failed is named, and pairs are made of the others", () => {
  const all = madeUpResults(["sdb", "d|b"], [0.25], 3);
  const some = all.filter(({ method, seed }) => method !== "d|b" || seed !== 1);
  const one = summarise(some, { against: "sdb", methods: ["sdb", "d|b"] });
  const away = madeUpResults(["d|b"], [0.25], 3);
  for (const job of away) Object.assign(job, { ranAway: "diverged" });
  expect(compareText(summarise(away, { against: "d|b" }), plain)).toContain(
    "Training ran away, and figures are of what was left: d|b at α = 0.25 (the loss left for good) with seed 0, 1, 2.",
  );
  expect(compareText(one, plain)).toContain("Fewer seeds, since runs failed: d|b at α = 0.25: 2 of 3.");
  expect(markdownTables(one)).toContain(String.raw`since runs failed: d\|b at α \= 0.25&#58; 2 of 3.`);
  const tv = (method: string, seed: number): number =>
    all.find((job) => job.method === method && job.seed === seed)!.metrics.tv!;
  const pairs = [0, 2].map((seed) => tv("d|b", seed) - tv("sdb", seed));
  const cell = one.cells.find(({ method, metric }) => method === "d|b" && metric === "tv")!;
  expect(cell.difference).toMatchObject({ count: 2 });
  expect(cell.difference!.mean).toBeCloseTo((pairs[0]! + pairs[1]!) / 2, 14);
});

test("an environment with noise of its own has no level in its heading", () => {
  expect(compareText(comparison, plain, 100, { ownNoise: true })).toMatch(
    /^Noise of the environment's own\n/,
  );
  expect(markdownTables(comparison, { ownNoise: true })).toMatch(/^### Noise of the environment's own\n/);
});

test("short times keep a decimal", () => {
  const [job] = madeUpResults(["sdb"], [0.25], 1);
  const quick = summarise([{ ...job!, seconds: 0.26 }], { against: "sdb" });
  expect(compareText(quick, plain)).toMatch(/ 0\.3$/m);
});

test("no table is wider than the terminal, down to 60 columns, in colour or without", () => {
  const label = fc.string({ unit: fc.constantFrom("a", "\u001B", "\n", "é"), minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 60, max: 130 }),
      (names, width) => {
        const one = summarise(madeUpResults(names, [0.25], 2), { against: names[0]!, methods: names });
        const text = compareText(one, plain, width);
        for (const line of text.split("\n")) expect(visibleLength(line)).toBeLessThanOrEqual(width);
        expect(text).not.toContain("\u001B");
        const colour = compareText(one, terminalStyle(true, {}), width);
        // oxlint-disable-next-line no-control-regex -- the escape character is what is being removed
        expect(colour.replaceAll(/\u001B\[\d+m/g, "")).toBe(text);
      },
    ),
    { numRuns: 40 },
  );
});

test("the standard error of an estimate is no contest: nobody is best at it or better", () => {
  const results = madeUpResults(["sdb", "db"], [0.25], 3).map((job, i) =>
    Object.assign({}, job, {
      metrics: {
        ...job.metrics,
        tv: null,
        regret: null,
        klEstimate: 1 + i / 8,
        klStandardError: 0.5 + i / 8,
      },
    }),
  );
  const estimated = summarise(results, { against: "sdb", methods: ["sdb", "db"] });
  const text = markdownTables(estimated, { width: 200 }).split("\n\n")[1]!;
  const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const column = rows[0]!.indexOf("standard error of KL");
  expect(rows.slice(2).map((row) => row[column])).toEqual(["0.625 ±0.311", "1.000 ±0.311"]);
  expect(
    estimated.cells.find(({ metric, difference }) => metric === "klStandardError" && difference),
  ).toMatchObject({
    difference: { verdict: "unclear", low: expect.closeTo(0.375, 9) as unknown },
  });
});
