/**
 * What has to hold before an environment can be asked anything: all members are there, and counts are counts. The
 * compiler sees to most of it in TypeScript; plain JavaScript modules have only this.
 */

import type { Environment } from "../environment.ts";
import { describeAny } from "../../thrown.ts";
import type { Problems } from "./report.ts";

const methods = [
  "isTerminal",
  "isLegal",
  "outcomeProbabilities",
  "next",
  "encode",
  "key",
  "objectOf",
  "backward.indexOf",
  "backward.isLegal",
];
const counts = ["actionCount", "outcomeCount", "maxSteps", "featureCount", "backward.count"];

/** Whether the environment can be asked; notes what is missing. */
export function isSound<State>(environment: Environment<State>, problems: Problems): boolean {
  const { enumeration, memory, context } = environment;
  const optional = {
    methods: [
      ...(enumeration === undefined ? [] : ["enumeration.indexOf"]),
      ...(memory === undefined ? [] : ["memory.indexOf", "memory.builtKey"]),
    ],
    counts: [
      ...(enumeration === undefined ? [] : ["enumeration.stateCount"]),
      ...(memory === undefined ? [] : ["memory.count"]),
      ...(context?.kind === "category" || context?.kind === "category+vector" ? ["context.count"] : []),
    ],
  };
  for (const path of [...methods, ...optional.methods]) {
    if (typeof memberAt(environment, path) === "function") continue;
    problems.add(
      "missing",
      undefined,
      `${path} is ${describeAny(memberAt(environment, path))}, expected a function`,
    );
  }
  if (environment.initial === undefined) {
    problems.add(
      "missing",
      undefined,
      "initial is undefined, expected the state that everything starts from",
    );
  }
  for (const path of [...counts, ...optional.counts]) {
    const count = memberAt(environment, path);
    if (Number.isSafeInteger(count) && (count as number) >= 1) continue;
    problems.add(
      "counts",
      undefined,
      `${path} is ${describeAny(count)}, expected a whole number of at least 1`,
    );
  }
  return !problems.has("missing") && !problems.has("counts");
}

function memberAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
