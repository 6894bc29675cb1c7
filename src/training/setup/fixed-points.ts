/**
 * Where an objective, trained to its end, is known to stop elsewhere than at the best law: said before training, because
 * neither the loss nor the time it takes shows it. docs/objectives/ has a page with figures for each.
 */
import type { Spelling, Wording } from "../../wording.ts";
import type { TrainerOptions } from "./options.ts";

/** Above this the balance loss of the entropy ratio moves the law by more than training leaves. */
const heavyBalance = 0.05;

/** The parts of an objective by name, without weights and options. */
const partsOf = (objective: string): readonly string[] =>
  objective.split("+").map((part) => part.split("*").at(-1)!.replace(/\(.*/, "").trim());

/** What is to be known of where this training ends. */
export function fixedPointNotes(options: TrainerOptions, posterior: boolean): readonly Wording[] {
  const { environment, objective, entropyRatio } = options;
  const noisy = environment.noise !== undefined || environment.memory !== undefined;
  const parts = partsOf(objective.name);
  const others = parts.filter((part) => part !== "db" && part !== "edb");
  return [
    ...(environment.memory !== undefined && posterior ? ofMemory(options) : []),
    ...(noisy && parts.includes("db")
      ? [
          () =>
            `db takes what happened for what was intended, so under noise it aims at another law than the target${others.length > 0 ? `, and ${objective.name} ends between that and what ${others.join(", ")} would reach` : ""}`,
        ]
      : []),
    ...(noisy && parts.includes("edb")
      ? [
          () =>
            `edb aims at another law than the target under noise${others.length > 0 ? `, and ${objective.name} ends between that and what ${others.join(", ")} would reach` : ""}`,
        ]
      : []),
    ...(noisy && parts.includes("linex")
      ? [
          () =>
            "linex favours poor objects where the noise puts the target out of reach, and then ends far above the limit; sdb and skl end near it",
        ]
      : []),
    ...(entropyRatio?.use === "balance" && (entropyRatio.weight ?? 0) > heavyBalance
      ? [
          (say: Spelling) =>
            `${say("entropyRatio.weight")} is ${entropyRatio.weight}: the balance loss is no part of the target, and above about ${heavyBalance} it decides where training ends`,
        ]
      : []),
  ];
}

/** A policy's own noise model over outcomes is all that `skl` asks of one that sees no more than outcomes. */
function ofMemory({ environment, model, dynamics, objective }: TrainerOptions): readonly Wording[] {
  const isOfLaw = partsOf(objective.name).every((part) => part === "skl") && dynamics.mode === "learned";
  if (isOfLaw && !model.reads.includes("thoughts")) return [];
  return [
    (say) =>
      `${environment.name}: the process remembers what was intended, and ${objective.name} with a backward policy that is computed step by step ends above the limit, the further the more it slips; ${say("objective", "skl")} with ${say("dynamics", "learned")} on outcomes alone ends as near as a sampler can that sees no more, and with ${say("model.thoughts")} and ${say("backward", "learned")}, on sequences of one length, it has no such bound`,
  ];
}
