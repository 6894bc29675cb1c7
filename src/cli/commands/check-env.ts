/** `windage check-env`: finds mistakes in a user's environment before they cost a training run. */
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { defineCommand, flagOf } from "../option-table.ts";
import { printable } from "../terminal/printable.ts";

export const checkEnvCommand = defineCommand({
  name: "check-env",
  summary: "Find mistakes in an environment of your own.",
  description:
    "Loads a module whose default export is { environment } or { environment, landscape }, walks through the environment and reports what would break training: dead ends, probabilities that do not sum to one, states that look the same, a wrong way back. The exit code is 2 when there are problems. What each one means is in docs/environments.md.",
  arguments: {
    module: {
      kind: "text",
      valueName: "module",
      description: "The module's file, such as ./my-task.mjs.",
    },
  },
  options: {
    maxTransitions: {
      kind: "integer",
      min: 1,
      default: 500_000,
      description: "Steps to try in order before random walks take over.",
    },
    trajectories: {
      kind: "integer",
      min: 0,
      default: 200,
      description: "Random walks where not every step could be tried.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "Chooses the random walks." },
  },
  examples: [
    { line: "windage check-env ./my-task.mjs", explanation: "Before training on it." },
    {
      line: "windage check-env ./my-task.mjs --trajectories 5000",
      explanation: "Looks further into an environment with very many states.",
    },
  ],
  async run({ module, ...options }, { given, progress }) {
    const { importDefault } = await import("../../world/module/import-module.ts");
    const { checkEnvironment } = await import("../../environment/check-environment.ts");
    const { formatEnvironmentReport } = await import("../../environment/check/report.ts");
    const exported = await importDefault(resolve(module));
    (await import("../../world/module/check-module.ts")).requireNoTypo(resolve(module), exported);
    const { environment } = exported;
    if (typeof environment !== "object" || environment === null) {
      throw new WindageError(
        "run/wrong-module",
        `${module}: expected the default export to have an environment, got ${environment === undefined ? "none" : `a ${typeof environment}`}. Write "export default { environment };".`,
      );
    }
    const { declaredConditions, requireTakenConditions } =
      await import("../../world/condition/module-conditions.ts");
    const { readEnvironment } = await import("../../world/module/guard-module.ts");
    requireTakenConditions(resolve(module), environment, exported);
    const report = checkEnvironment(readEnvironment(resolve(module), environment), {
      ...options,
      conditions: declaredConditions(exported),
    });
    const idle = ["trajectories", "seed"].filter((name) => given.has(name)).map((name) => flagOf(name));
    if (report.exhaustive && idle.length > 0) {
      progress(
        `${idle.join(", ")}: had no effect, because every step was tried and nothing was left to random walks.`,
      );
    }
    return {
      document: report,
      text: printable(formatEnvironmentReport(report)),
      exitCode: report.ok ? 0 : 2,
    };
  },
});
