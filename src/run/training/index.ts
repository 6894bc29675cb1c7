/** Training in a run folder, and what can be asked of a run that was trained. */
export type { Progress } from "./training-loop.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { evaluateRun, findCondition, isComplete, withTrainedRun } from "./trained-run.ts";
/** @internal */
export { trainRun } from "./train-run.ts";
/** @internal */
export type { TrainHooks, TrainOutcome } from "./train-run.ts";
