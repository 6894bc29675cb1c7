/** The methods of a comparison whose task is a protocol of design: searches by name, with few settings of their own. */
import { WindageError } from "../../error.ts";
import type { ExperimentConfig } from "../../run/config/config.ts";
import type { PlannedMethod } from "../../comparison/plan.ts";
import { suggestion } from "../../suggest.ts";
import type { ListEntry } from "../../settings/value-spec.ts";

const searches = ["gflownet", "evolution", "thompson", "all", "sampler", "random"];
const usual = ["gflownet", "evolution", "thompson", "random"];
const aims = ["mean", "explore", "safe", "improvement"];

/** What a setting may be and which searches heed it; undefined where there is no such setting. */
const settingsOfSearches: Readonly<
  Record<
    string,
    {
      readonly of: readonly string[];
      readonly expected: string;
      readonly holds: (value: unknown) => boolean;
    }
  >
> = {
  steps: {
    of: ["gflownet", "evolution", "sampler"],
    expected: "a whole number of at least 1",
    holds: (value) => typeof value === "number" && Number.isInteger(value) && value >= 1,
  },
  aim: {
    of: ["gflownet", "evolution", "all"],
    expected: `one of ${aims.join(", ")}`,
    holds: (value) => typeof value === "string" && aims.includes(value),
  },
};

/** Searches with their settings, from names or from the entries of a config file. */
export function planSearches(
  entries: readonly ListEntry[] = usual,
  config: ExperimentConfig,
): readonly PlannedMethod[] {
  return entries.map((entry) => {
    const {
      method,
      label = method,
      ...settings
    } = typeof entry === "string" ? { method: entry, label: entry } : entry;
    if (typeof method !== "string" || !searches.includes(method)) {
      throw new WindageError(
        "cli/unknown-method",
        (say) =>
          `methods: got ${JSON.stringify(method) ?? "no method"} beside ${say("protocol")}, whose methods are searches of windage design; ${suggestion(String(method), searches)}`,
      );
    }
    for (const [name, value] of Object.entries(settings)) {
      const known = settingsOfSearches[name];
      if (known === undefined) {
        throw new WindageError(
          "cli/unknown-option",
          `methods: ${String(label)}: got the setting "${name}", expected one of ${Object.keys(settingsOfSearches).join(", ")}.`,
        );
      }
      if (!known.of.includes(method)) {
        throw new WindageError(
          "cli/no-effect",
          `methods: ${String(label)}: ${name}: got it, but it has an effect only with ${known.of.join(", ")}; leave it out.`,
        );
      }
      if (!known.holds(value)) {
        throw new WindageError(
          "cli/invalid-value",
          `methods: ${String(label)}: ${name}: got ${JSON.stringify(value)}, expected ${known.expected}.`,
        );
      }
    }
    const checked = settings as Readonly<Record<string, number | string>>;
    return { label: String(label), baseline: method, settings: checked, config };
  });
}
