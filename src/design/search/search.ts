/** What every way of searching is given, and what it tells while it works. */
import type { Key } from "../../random/key.ts";
import type { MemoryEstimate } from "../../training/setup/memory-estimate.ts";
import type { Surrogate } from "../surrogate/surrogate.ts";
import type { Candidates } from "./candidates.ts";
import type { Worth } from "./worth.ts";

/** Ways to look for candidates. */
export const searchKinds = ["gflownet", "evolution", "thompson", "all"] as const;
/** One of them. */
export type SearchKind = (typeof searchKinds)[number];

/** What is looked for, and with what. */
export interface SearchTask {
  readonly worth: Worth;
  readonly surrogate: Surrogate;
  /** −1 where lower scores are better. */
  readonly direction: 1 | -1;
  /** What was measured, best first. */
  readonly measured: readonly { readonly tokens: Uint8Array; readonly sequence: string }[];
  /** How many designs are wanted. */
  readonly batch: number;
  /** Steps of the search: iterations or generations. */
  readonly steps: number;
  /** Letters that a policy looks ahead in its last samples; 0 is the policy itself. */
  readonly decideAhead: number;
  readonly seed: Key;
  readonly signal?: AbortSignal;
  readonly onStep?: (step: SearchStep) => void;
  /** Hears of what takes long beside the steps: the name of it, and which share is done. */
  readonly onProgress?: (doing: string, share: number) => void;
  /** Is told what memory the search will need before it is taken; what it throws ends the search. */
  readonly onMemory?: (estimate: MemoryEstimate) => void;
}

/** How far a search has come. */
export interface SearchStep {
  readonly step: number;
  readonly steps: number;
  /** Different sequences looked at so far. */
  readonly candidates: number;
  readonly best: number;
}

/** Looks for sequences that are worth ordering. */
export type Search = (task: SearchTask) => Promise<Candidates>;
