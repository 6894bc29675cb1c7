/** Training in a run folder, and what can be asked of a run that was trained. */
export { evaluateRun, findCondition, isTrained, withTrainedRun } from "./trained-run.ts";
export { trainRun } from "./train-run.ts";
export type { TrainHooks, TrainOutcome } from "./train-run.ts";
export type { Progress } from "./training-loop.ts";
