import { describe, expect, test } from "vitest";
import { WindageError } from "../error.ts";
import { listObjectives, objectiveNames, parseObjective } from "./registry.ts";

describe("parseObjective", () => {
  test("knows every objective by its name", () => {
    expect(objectiveNames).toEqual(["sdb", "db", "stb", "ssubtb", "mdb", "edb", "linex", "skl", "local-kl"]);
    for (const name of objectiveNames) expect(parseObjective(name).name).toBe(name);
  });

  test.each([
    ["sdb+0.1*skl", "sdb+0.1*skl"],
    [" sdb + 1e-1 * skl ", "sdb+0.1*skl"],
    ["ssubtb(0.5)", "ssubtb(0.5)"],
    ["ssubtb( lambda = 0.5 )", "ssubtb(0.5)"],
    ["2*db", "2*db"],
    ["1*db", "db"],
    ["1e+2*stb+.5*linex+local-kl", "100*stb+0.5*linex+local-kl"],
    ["sdb+0.5*ssubtb(1)", "sdb+0.5*ssubtb(1)"],
  ])("%s is %s", (spec, name) => {
    expect(parseObjective(spec).name).toBe(name);
    expect(parseObjective(parseObjective(spec).name).name).toBe(name);
  });

  test("a sum needs what its parts need", () => {
    const { needs, needsOnPolicy, extras } = parseObjective("db+0.1*skl");
    expect([...needs].sort()).toEqual(["backward", "dynamics", "flow", "policy"]);
    expect(needsOnPolicy).toBe(true);
    expect(extras).toEqual([]);
    expect(parseObjective("sdb+local-kl+edb").extras).toEqual(["children"]);
    expect(parseObjective("mdb+0.5*edb").extras).toEqual(["stopping", "children"]);
  });

  test.each([
    ["sbd", "objective/unknown", /did you mean sdb\?/],
    ["subtb(0.9)", "objective/unknown", /did you mean ssubtb\?/],
    ["local_kl", "objective/unknown", /did you mean local-kl\?/],
    ["tb", "objective/unknown", /did you mean stb\?/],
    ["ppo", "objective/unknown", /expected one of sdb, db/],
    ["toString", "objective/unknown", /expected one of/],
    ["sdb+", "objective/bad-spec", /cannot read "" in "sdb\+"/],
    ["", "objective/bad-spec", /expected a name or a sum/],
    ["sdb*0.1", "objective/bad-spec", /cannot read "sdb\*0.1"/],
    ["sdb(3)", "objective/bad-option", /takes no option/],
    ["ssubtb(x)", "objective/bad-option", /a number for lambda, such as ssubtb\(0.9\)/],
    ["ssubtb(mu=0.9)", "objective/bad-option", /a number for lambda/],
    ["ssubtb(0)", "objective/bad-lambda", /above 0/],
    ["sdb+-1*skl", "objective/bad-weight", /weight -1 for skl/],
    ["sdb+0*skl", "objective/bad-weight", /leave the part out/],
    ["sdb+0.1*sdb", "objective/duplicate-part", /sdb twice/],
  ])('"%s" is refused: %s', (spec, code, message) => {
    const parse = (): unknown => parseObjective(spec);
    expect(parse).toThrow(message);
    expect(parse).toThrow(WindageError);
    expect(parse).toThrow(expect.objectContaining({ code }) as Error);
  });
});

test("listObjectives has a line for every name", () => {
  const lines = listObjectives();
  expect(lines.map(({ usage }) => usage.split("(")[0])).toEqual(objectiveNames);
  expect(lines.find(({ usage }) => usage === "ssubtb(lambda=0.9)")).toBeDefined();
});
