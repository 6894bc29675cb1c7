/** What goes wrong in a module is told with the module's path, the part of it that was called, and what was thrown. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gridEnvironment } from "../../environment/grid.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import type { Environment } from "../../environment/environment.ts";
import { onFault } from "../../file/notices.ts";
import { CachedOracle } from "../../landscape/oracle/cached-oracle.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import type { Oracle } from "../../landscape/landscape.ts";
import { guardEnvironment, guardLandscape } from "./guard-module.ts";
import { loadModule } from "./load-module.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-guard-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = `const environment = { outcomeProbabilities() {} };
const landscape = { name: "mine", score: (objects) => objects.map(() => 1) };
`;

async function load(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, parts + text);
  return loadModule(path);
}

describe("a module is refused as the module's fault, whose part", () => {
  test.each([
    ["import.mjs", 'throw "a text";', "run/module-failed", "the module could not be loaded: a text"],
    [
      "unreadable.mjs",
      "throw new (class extends Error { get message() { throw 1; } })();",
      "run/module-failed",
      "could not be loaded: an error whose message cannot be read",
    ],
    [
      "getter.mjs",
      'export default { landscape, get environment() { throw new Error("no"); } };',
      "run/module-threw",
      'getter.mjs: environment threw "no" at line 3',
    ],
    [
      "count.mjs",
      'export default { landscape, environment: { ...environment, get maxSteps() { throw new Error("no"); } } };',
      "run/module-threw",
      'environment.maxSteps threw "no" at line 3',
    ],
    [
      "name.mjs",
      "export default { environment, landscape: { get name() { throw null; }, score() {} } };",
      "run/module-threw",
      "landscape.name threw null, which is no Error",
    ],
    [
      "proxy.mjs",
      'export default new Proxy({}, { ownKeys() { throw new Error("keys"); } });',
      "run/module-threw",
      'the default export threw "keys"',
    ],
    [
      "thenable.mjs",
      'export default new Proxy({}, { get(_, name) { if (name === "then") throw new Error("then"); } });',
      "run/wrong-module",
      "an environment in it; got nothing",
    ],
  ])("%s", async (name, text, code, message) => {
    const error: unknown = await load(name, text).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code });
    expect((error as Error).message).toContain(join(folder, name));
    expect((error as Error).message).toContain(message);
  });
});

const path = "/home/me/task.mjs";
const objects = ["A", "B"];

describe("scores", () => {
  async function failure(score: unknown): Promise<Error> {
    const landscape = guardLandscape(path, { name: "mine", score }) as Oracle;
    return landscape.score(objects).then(
      () => new Error("it did not fail"),
      (error: unknown) => error as Error,
    );
  }

  test.each<[string, unknown, string]>([
    [
      "throw",
      () => {
        throw new TypeError("boom");
      },
      'landscape.score threw "boom"',
    ],
    ["are rejected", () => Promise.reject(new Error("late")), 'landscape.score threw "late"'],
    // oxlint-disable-next-line prefer-promise-reject-errors -- the point of it
    [
      "are rejected with nothing",
      () => Promise.reject(),
      "landscape.score threw undefined, which is no Error",
    ],
    [
      "cannot be read",
      () =>
        new Proxy([1, 2], {
          get: () => {
            throw new Error("got");
          },
        }),
      'landscape.score threw "got"',
    ],
  ])("that %s are the module's fault, and none of them has arrived", async (_, score, words) => {
    const error = await failure(score);
    expect(error).toMatchObject({ code: "run/module-threw", kind: "failure" });
    expect((error as Error & { scores: Float64Array }).scores).toEqual(new Float64Array(2).fill(Number.NaN));
    expect(error.message).toContain(`${path}: ${words}`);
  });

  test("that are no scores are refused as before", async () => {
    expect(await failure(() => [1, Number.NaN])).toMatchObject({ code: "landscape/not-finite" });
    expect(await failure(() => "ab")).toMatchObject({ code: "landscape/wrong-shape" });
  });

  test("of a class are asked of its instance", async () => {
    class Mine {
      readonly name = "mine";
      readonly #scores = [3, 4];
      score(): Promise<number[]> {
        return Promise.resolve(this.#scores);
      }
    }
    const landscape = guardLandscape(path, new Mine()) as Oracle;
    expect(await landscape.score(objects)).toEqual(Float64Array.of(3, 4));
  });
});

test("a dispose that fails is told beside the work, and takes nothing from it", async () => {
  const faults: Error[] = [];
  onFault((fault) => faults.push(fault));
  const dispose = (): never => {
    throw new Error("no dispose");
  };
  const landscape = guardLandscape(path, { name: "mine", score: () => [1], dispose }) as Oracle;
  await landscape.dispose!();
  expect(faults).toMatchObject([
    { code: "run/module-threw", message: expect.stringContaining("landscape.dispose threw") as string },
  ]);
});

describe("an environment", () => {
  const plain = gridEnvironment({ side: 3 }) as Environment;

  test("does what it did, and names its methods when they throw", () => {
    const backward = {
      ...plain.backward,
      isLegal: () => {
        throw new Error("way in");
      },
    };
    const guarded = guardEnvironment(path, { ...plain, backward });
    expect(guarded.key(guarded.next(guarded.initial, 0))).toBe(plain.key(plain.next(plain.initial, 0)));
    expect(guarded.enumeration!.indexOf(guarded.initial)).toBe(plain.enumeration!.indexOf(plain.initial));
    expect(() => guarded.backward.isLegal(guarded.initial, 0)).toThrow(
      `${path}: environment.backward.isLegal threw "way in"`,
    );
  });

  test("of a class or behind a proxy keeps all its members", () => {
    const behind = new Proxy({}, { get: (_, name) => Reflect.get(plain, name) as unknown });
    const instance = Object.create(plain) as object;
    for (const given of [behind, instance]) {
      const guarded = guardEnvironment(path, given);
      expect(guarded.maxSteps).toBe(plain.maxSteps);
      expect(guarded.isTerminal(guarded.initial)).toBe(false);
    }
  });

  test("of the library, which knows its own by who they are, stays itself", () => {
    const sequences = sequenceEnvironment({ alphabet: "ACGT", length: 3 });
    expect(guardEnvironment(path, sequences)).toBe(sequences);
    const sim8 = createSim8();
    const cached = new CachedOracle(sim8);
    expect([guardLandscape(path, sim8), guardLandscape(path, cached)]).toEqual([sim8, cached]);
  });
});
