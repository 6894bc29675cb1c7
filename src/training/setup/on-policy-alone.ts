/** Objectives that read nothing but samples of the policy itself. It imports nothing, so that help can be shown without an engine. */

/** Whether an objective of this name learns from no trajectory that came from elsewhere: `skl`, with or without a weight. */
export function isOnPolicyAlone(objective: string): boolean {
  return objective.split("+").every((part) => part.trim().split("*").at(-1)!.trim() === "skl");
}
