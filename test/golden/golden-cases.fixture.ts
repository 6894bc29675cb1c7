/** Finds the golden cases and makes a test of each: in the folder named by GOLDEN_DIR, else in ../shared/golden. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const named = process.env["GOLDEN_DIR"] || undefined;
const folder = resolve(root, named ?? "../shared/golden");

interface AnyCase {
  readonly kind: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** One test per case of these kinds; every expected figure must be among the results and pass `compare`. */
export function describeGoldenCases<C extends AnyCase, A>(
  title: string,
  kinds: readonly string[],
  run: (golden: C) => Readonly<Record<string, A>> | Promise<Readonly<Record<string, A>>>,
  compare: (name: string, actual: A, expected: C["expected"][string]) => void,
): void {
  if (named !== undefined && !existsSync(folder)) {
    throw new Error(`GOLDEN_DIR names ${folder}, which does not exist.`);
  }
  const cases = readCases().filter(({ golden }) => kinds.includes(golden.kind));
  describe(title, () => {
    for (const { file, golden } of cases) {
      test(file, async () => {
        const actual = await run(golden as C);
        for (const [name, expected] of Object.entries(golden.expected)) {
          const value = actual[name];
          if (value === undefined) throw new Error(`${name}: not a figure of a ${golden.kind} case`);
          compare(name, value, expected as C["expected"][string]);
        }
      });
    }
    if (cases.length === 0) {
      // A suite without tests is an error to vitest; this one says in the report why it did not run.
      test("did not run", ({ skip }) => {
        skip(`no cases of kinds ${kinds.join(", ")} in ${folder}`);
      });
    }
  });
}

/** The kinds of all cases there are. */
export function goldenKinds(): string[] {
  return [...new Set(readCases().map(({ golden }) => golden.kind))].sort();
}

function readCases(): { readonly file: string; readonly golden: AnyCase }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ file, golden: JSON.parse(readFileSync(resolve(folder, file), "utf8")) as AnyCase }));
}

/** Float64 results: to 1e-9 relative to the larger of 1 and the value. */
export function expectClose(
  actual: number | ArrayLike<number>,
  expected: number | readonly number[],
  name: string,
): void {
  const left = typeof actual === "number" ? [actual] : Array.from(actual);
  const right = typeof expected === "number" ? [expected] : expected;
  expect(left.length, `${name}: number of values`).toBe(right.length);
  for (const [i, value] of right.entries()) {
    const error = Math.abs(left[i]! - value) / Math.max(1, Math.abs(value));
    expect(error <= 1e-9, `${name}[${i}]: got ${left[i]}, expected ${value}`).toBe(true);
  }
}
