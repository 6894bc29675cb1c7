import { expect, test } from "vitest";
import type { ModelReport } from "../../design/surrogate/surrogate.ts";
import { plain } from "../terminal/style.ts";
import { modelTable } from "./model-table.ts";

const models: readonly ModelReport[] = [
  { name: "Gaussian process", settings: "", spearman: 0.96, rmse: 0.178, betterEnd: 0.5123, coverage: 0.8 },
  { name: "pairs", settings: "ridge 3", spearman: 0.935, rmse: 0.234, betterEnd: 0.4123, coverage: 0.8 },
];
/** The cells of a line; two spaces or more lie between them. */
const cells = (line: string): readonly string[] => line.split(/ {2,}/);

test("the figure that decides between models has a column, and the arrow stands at the smallest", () => {
  const [head, , first, second] = modelTable(models, 1, false, plain, undefined).split("\n");
  expect(cells(head!)).toEqual(["", "model", "correlation", "error", "top error", "80 % holds", "settings"]);
  expect(cells(first!)).toEqual(["", "Gaussian process", "0.960", "0.178", "0.512", "80 %"]);
  expect(cells(second!)).toEqual(["→ pairs", "0.935", "0.234", "0.412", "80 %", "ridge 3"]);
});

test("a sentence says what decides, and both stay on a narrow terminal", () => {
  for (const width of [undefined, 60]) {
    const text = modelTable(models, 1, false, plain, width);
    expect(text).toContain("top error");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "→ is used: the pool, unless a model has a clearly smaller top error.",
    );
    if (width !== undefined)
      for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
  }
});

test("every part of a table that is too wide has the names and the arrow, and what is left out is said", () => {
  const parts = modelTable(models, 1, true, plain, 38).split("\n\n");
  expect(parts).toHaveLength(2);
  expect(parts[1]).toContain("top error");
  for (const part of parts) {
    expect(part).toContain("  Gaussian process");
    expect(part).toContain("→ pairs");
  }
  const words = parts[1]!.replaceAll(/\s+/g, " ");
  expect(words).toContain("Left out for width: error (log10), 80 % holds, settings.");
  expect(modelTable(models, 1, true, plain, 200)).not.toContain("for width");
});

test("what was not fitted is said with its reason, and nothing where all was", () => {
  const words = modelTable(models, 1, false, plain, undefined).replaceAll(/\s+/g, " ");
  expect(words).toContain(" networks (training them on sequences this long takes too long).");
  expect(words).not.toContain("Gaussian process (");
  const more = ["words with gaps", "networks, both strands"].map((name) =>
    Object.assign({}, models[0]!, { name }),
  );
  expect(modelTable([...models, ...more], 1, false, plain, undefined)).not.toContain("Left out");
});
