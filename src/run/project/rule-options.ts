/** Rules that every design has to obey, for orders and for samples of a run (docs/rules.md). */
import type { RuleValues } from "../../design/rules/rule.ts";
import type { SpecTable } from "../../settings/value-spec.ts";

export const ruleOptions = {
  letters: {
    kind: "text",
    valueName: "rule",
    description:
      "Letters allowed by place, such as 39=AVLI,40-41=!C,54=codon:NDT or 1-3=pattern:NNK; all is every place.",
  },
  fix: {
    kind: "text",
    valueName: "places",
    description: "Places that keep the letter of the parent, such as 1-5,20.",
  },
  maxChanges: {
    kind: "integer",
    min: 0,
    max: 100_000,
    description: "At most so many letters that differ from the parent.",
  },
  lengths: { kind: "text", valueName: "range", description: "Lengths that may be ordered, such as 20-25." },
  avoid: {
    kind: "text",
    joins: true,
    valueName: "words",
    description:
      "Words that may stand nowhere, with commas in between: letters, codes such as N, names of restriction enzymes; of DNA on both strands (--strands).",
  },
  keep: {
    kind: "text",
    joins: true,
    valueName: "words",
    description: "Words that have to stand somewhere, with commas in between.",
  },
  strands: {
    kind: "choice",
    choices: ["both", "one"],
    needs: [{ words: "with --avoid", holds: ({ avoid }) => avoid !== undefined }],
    description: "Whether --avoid reads the other strand too; both unless told, and of enzymes always.",
  },
  maxRun: {
    kind: "integer",
    min: 1,
    max: 1000,
    description: "At most so many of one letter in a row.",
  },
  gc: { kind: "text", valueName: "range", description: "Share of G and C in percent, such as 40-60." },
  gcWindow: {
    kind: "text",
    valueName: "window",
    description: "The same in every window of so many letters, such as 20:30-70.",
  },
  tm: {
    kind: "text",
    valueName: "range",
    description: "Melting temperature in degrees Celsius, such as 55-65, by nearest neighbours.",
  },
  maxRepeat: {
    kind: "integer",
    min: 1,
    max: 1000,
    description: "No word of more letters than this twice.",
  },
  maxHairpin: {
    kind: "integer",
    min: 1,
    max: 1000,
    description: "No stem of more letters than this that a strand forms with itself.",
  },
  flanks: {
    kind: "text",
    valueName: "letters",
    description:
      "What stands around every order and is no part of it, such as GGATCC...AAGCTT; rules read across its borders.",
  },
} as const satisfies SpecTable;

/** The rules among the values of options; undefined where there are none. */
export function rulesAmong(values: RuleValues): RuleValues | undefined {
  const told = Object.keys(ruleOptions).filter(
    (name) => (values as Readonly<Record<string, unknown>>)[name] !== undefined,
  );
  return told.length === 0
    ? undefined
    : Object.fromEntries(told.map((name) => [name, (values as Readonly<Record<string, unknown>>)[name]]));
}
