/** The options about plates: wells, replicates and controls. */
import type { SpecTable } from "../../settings/value-spec.ts";

const onPlate = {
  words: "with --plate",
  holds: ({ plate }: { readonly plate?: unknown }) => plate !== undefined,
};
const needs = [onPlate];

export const plateOptions = {
  plate: {
    kind: "choice",
    choices: ["24", "48", "96", "384", "1536"],
    description:
      "Lay the order out on plates of so many wells; the batch fills one plate unless --batch says how many designs there are.",
  },
  replicates: {
    kind: "integer",
    min: 1,
    max: 96,
    default: 1,
    needs,
    description: "Wells of each design, on different plates where there are several.",
  },
  controls: {
    kind: "text",
    joins: true,
    valueName: "names",
    needs,
    description:
      "Controls on every plate, spread over it, with how many wells each has, such as WT=4,blank=2.",
  },
} as const satisfies SpecTable;
