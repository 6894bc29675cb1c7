/**
 * The order of the test files: the few that take long come first, so that no worker is left alone with one at the end.
 * Vitest knows how long files took where they ran before; on a clean clone it would go by their size, and some of the
 * longest are short texts.
 */
import { relative, resolve } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of more than ten seconds of processor time, the longest first. */
export const longest: readonly string[] = [
  "test/pages.test.ts",
  "test/campaigns/campaigns.test.ts",
  "test/design.test.ts",
  "test/examples.test.ts",
  "src/design/propose.test.ts",
  "test/compare.test.ts",
  "test/commands.test.ts",
  "src/design/protocol.test.ts",
  "src/design/rules/searches.test.ts",
  "test/forecast.test.ts",
  "test/conditions.test.ts",
  "test/thoughts.test.ts",
  "test/resume.test.ts",
  "test/signals.test.ts",
  "test/install.test.ts",
];

const root = resolve(import.meta.dirname, "..");

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(root, moduleId).replaceAll("\\", "/"));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
