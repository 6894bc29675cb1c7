/**
 * Combinations of settings that cannot train, as one list of rules. The command line asks it before anything is opened,
 * from what was typed; `createTrainer` and `Trainer.create` ask it from what they were given. What is not known yet is
 * left out and not refused, and each reader is told in words of its own.
 */
import { WindageError, type ErrorCode } from "../../error.ts";
import { thoughtHeads } from "../../model/thoughts/thought-encoder.ts";
import type { Objective } from "../../objective/objective.ts";
import type { Wording } from "../../wording.ts";
import type { ModelKind } from "../policy/state-model.ts";

/** What is known of a training before its networks are made. */
export interface Combination {
  readonly objective: Pick<Objective, "name" | "needs" | "needsOnPolicy" | "perTrajectory" | "extras">;
  readonly onPolicy: number;
  readonly exploratory: number;
  readonly extraUpdates: number;
  readonly overlap: boolean;
  /** Where it is settled already. */
  readonly backward?: "posterior" | "learned" | "parent" | undefined;
  readonly entropyRatio?: string | undefined;
  /** The network that was chosen. */
  readonly model?: ModelKind | undefined;
  readonly observes: "outcomes" | "both" | "intentions" | "memory";
  /** How intentions are encoded, in how many numbers, and by how many heads. */
  readonly thoughts?:
    | { readonly kind?: string; readonly width?: number; readonly heads?: number }
    | undefined;
  /** The process, where it remembers intentions. */
  readonly process?: Wording | undefined;
}

/** Why a combination cannot train. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly wording: Wording;
}

type Rule = (asked: Combination) => Wording | undefined | false;

const needsTrajectories = "training/designs-need-trajectories";

/** The rules with their codes; the first that objects is told, so what nothing else would mend comes first. */
const rules: readonly (readonly [ErrorCode, Rule])[] = [
  [
    "training/bad-batch",
    ({ objective: { name, needsOnPolicy }, onPolicy }) =>
      needsOnPolicy &&
      onPolicy < 2 &&
      ((say) =>
        `${say("objective", name)}: got ${say("batch.onPolicy", onPolicy)}, expected at least 2, because it learns from samples of the policy itself; raise it.`),
  ],
  [
    "training/bad-batch",
    ({ objective: { name, needsOnPolicy }, extraUpdates }) =>
      needsOnPolicy &&
      extraUpdates > 0 &&
      ((say) =>
        `${say("objective", name)}: got ${say("extraUpdates", extraUpdates)}, expected 0, because updates from replay alone have no samples of the policy itself; leave it out.`),
  ],
  [
    "training/bad-batch",
    ({ objective: { name, needsOnPolicy }, overlap }) =>
      needsOnPolicy &&
      overlap &&
      ((say) =>
        `${say("objective", name)}: got ${say("overlap")}, but it learns from samples of the policy itself, and these would come from the one before the last update; leave it out.`),
  ],
  [
    "training/backward-without-intentions",
    ({ objective: { name, needs }, backward }) =>
      backward === "parent" &&
      needs.includes("dynamics") &&
      ((say) =>
        `${say("objective", name)}: got ${say("backward", "parent")}, which leaves intentions out, but the objective weighs them by the noise; choose posterior or learned, or ${say("objective", "db")}.`),
  ],
  [
    "training/bad-entropy-ratio",
    ({ entropyRatio, exploratory }) =>
      entropyRatio === "temperature" &&
      exploratory === 0 &&
      ((say) =>
        `${say("entropyRatio.use", "temperature")}: got ${say("batch.exploratory", 0)}, expected at least 1, because it acts on exploratory sequences; add ${say("batch.exploratory", 64)}.`),
  ],
  [
    needsTrajectories,
    ({ objective: { name, perTrajectory }, observes }) =>
      observes === "intentions" &&
      !perTrajectory &&
      ((say) =>
        `${say("observes", "intentions")}: got ${say("objective", name)}, which balances flows of states that this sampler never sees, expected stb, skl or a sum of them; add ${say("objective", "stb")}.`),
  ],
  [
    "model/not-a-design",
    ({ observes, model }) =>
      observes === "intentions" &&
      (model === "memory" || model === "table") &&
      ((say) =>
        `${say("observes", "intentions")}: got ${say("model.kind", model)}, which remembers what was built, expected one that reads designs; choose kmer, mlp or transformer.`),
  ],
  [
    "training/thoughts-in-table",
    (asked) =>
      thinks(asked) &&
      asked.model === "table" &&
      ((say) =>
        `${observed(asked)(say)}: got ${say("model.kind", "table")}, which has a row per state and reads nothing else; choose mlp, memory, kmer or transformer.`),
  ],
  [
    "model/bad-transformer",
    ({ observes, thoughts: { kind, heads = thoughtHeads, width = 0 } = {} }) =>
      observes === "both" &&
      kind === "transformer" &&
      width % heads !== 0 &&
      ((say) =>
        `${say("model.thoughts.width", width)}: got a width for ${say("model.thoughts.kind", "transformer")} with ${heads} heads, expected a multiple; choose ${Math.ceil(width / heads) * heads}.`),
  ],
  ["training/memory-children", (asked) => asked.process !== undefined && looksAround(asked, asked.process)],
  ["training/thoughts-children", (asked) => thinks(asked) && looksAround(asked, observed(asked))],
  [
    needsTrajectories,
    (asked) =>
      thinks(asked) &&
      asked.backward === "learned" &&
      !asked.objective.perTrajectory &&
      ((say) =>
        `${observed(asked)(say)}: got a learned backward policy with ${say("objective", asked.objective.name)}, expected stb, skl or a sum of them, because what is learned reconstructs the intentions from the whole result; add ${say("backward", "posterior")}, or change the objective.`),
  ],
  [
    "training/memory-backward",
    (asked) =>
      asked.process !== undefined &&
      asked.backward === "learned" &&
      !thinks(asked) &&
      asked.observes !== "intentions" &&
      ((say) =>
        `${asked.process!(say)}: got a learned backward policy with ${say("objective", asked.objective.name)}, which would read the intention off what the process remembers; add ${say("backward", "posterior")}, or change the objective.`),
  ],
];

/** Why a combination cannot train; undefined where nothing is known against it. */
export function refusalOf(asked: Combination): Refusal | undefined {
  for (const [code, rule] of rules) {
    const wording = rule(asked);
    if (wording) return { code, wording };
  }
  return undefined;
}

/** Refuses a combination that cannot train. */
export function requireTrainable(asked: Combination): void {
  const refusal = refusalOf(asked);
  if (refusal !== undefined) throw new WindageError(refusal.code, refusal.wording);
}

/** Whether a network reads intentions beside outcomes. */
function thinks({ observes }: Combination): boolean {
  return observes === "both" || observes === "memory";
}

function observed({ observes }: Combination): Wording {
  return (say) => (observes === "memory" ? say("model.thoughts.kind", "memory") : say("model.thoughts"));
}

function looksAround({ objective: { name, extras } }: Combination, because: Wording): Wording | false {
  return (
    extras.includes("children") &&
    ((say) =>
      `${say("objective", name)}: got ${because(say)}, but it looks at what every outcome leads to, which depends on intentions there; choose another objective, such as ${say("objective", "sdb")}.`)
  );
}
