/** Training in a run folder, and what can be asked of a run that was trained. */
export type { Progress } from "./training-loop.ts";
