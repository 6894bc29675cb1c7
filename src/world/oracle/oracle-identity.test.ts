import { expect, test } from "vitest";
import { defaultConfig } from "../../run/config/config.ts";
import { oracleIdentity } from "./oracle-identity.ts";

const program = { ...defaultConfig, oracleCommand: ["python3", "score.py"], folder: "/home/anna" };

test("a program is known by all its words, its folder and its version", () => {
  const others = [
    program,
    { ...program, oracleCommand: ["python3", "other.py"] },
    { ...program, oracleCommand: ["python3", "score.py", "--fast"] },
    { ...program, oracleCommand: ["python3 score.py"] },
    { ...program, folder: "/home/bert" },
    { ...program, oracleVersion: "2026-11" },
    { ...program, oracleVersion: "2026-12" },
  ].map((config) => oracleIdentity(config, "command python3"));
  expect(new Set(others).size).toBe(others.length);
  expect(others[5]).toBe('the program ["python3","score.py"] in "/home/anna", version "2026-11"');
});

test("a service is known by its address, whose query is not repeated", () => {
  const at = (oracleUrl: string): string => oracleIdentity({ ...defaultConfig, oracleUrl }, "any");
  expect(at("https://lab.example/score")).toBe("the service https://lab.example/score");
  expect(at("https://lab.example/score?key=secret")).not.toContain("secret");
  expect(at("https://lab.example/score?m=1")).not.toBe(at("https://lab.example/score?m=2"));
  const named = {
    ...defaultConfig,
    oracleUrl: "https://lab.example/score",
    oracleQuery: ["m=MODEL", "key=K"],
  };
  expect(oracleIdentity(named, "any")).toBe("the service https://lab.example/score with key, m in the query");
});

test("a module is known by its path, its landscape and its version", () => {
  const module = { ...defaultConfig, task: "/home/anna/task.mjs", oracleVersion: "3" };
  expect(oracleIdentity(module, "binding")).toBe(
    '"binding" of the module "/home/anna/task.mjs", version "3"',
  );
});
