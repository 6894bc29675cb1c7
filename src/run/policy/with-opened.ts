/** Opens what the configuration of a run names, once that is allowed, and closes it again. */
import { readConfig, type ExperimentConfig } from "../config/config.ts";
import { usesJournal } from "../../world/uses-journal.ts";
import type { Run } from "../layout.ts";
import { lockRun } from "../lock/lock.ts";
import { inLibrary, inWords, type Spelling } from "../../wording.ts";
import { requireTrust } from "../trust.ts";

/** How a run is opened. */
export interface OpenOptions {
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean;
  /** Hears of what may take seconds. */
  readonly onPhase?: ((phase: string) => void) | undefined;
  /** Something the user should know, such as a damaged checkpoint that was passed over. */
  readonly onWarning?: (text: string) => void;
  /** How settings are written in warnings; by their paths in the library unless given. */
  readonly say?: Spelling | undefined;
  /** Ends what takes long, with the error `assessment/stopped`. */
  readonly signal?: AbortSignal | undefined;
}

/** Whatever holds programs and files until it is disposed of. */
interface Opened {
  dispose(): Promise<void>;
}

/** Opens, hands to `use` and closes; a run whose scores are kept in a journal is locked meanwhile. */
export async function withOpened<O extends Opened, T>(
  run: Run,
  open: (config: ExperimentConfig) => Promise<O>,
  { trust = false, onPhase, onWarning, say = inLibrary }: OpenOptions,
  use: (opened: O, config: ExperimentConfig) => Promise<T>,
): Promise<T> {
  const config = readConfig(run.id, run.record.config);
  const unneeded = await requireTrust(run, { trust });
  if (unneeded !== undefined) onWarning?.(inWords(unneeded, say));
  const lock = usesJournal(config) ? await lockRun(run) : undefined;
  try {
    onPhase?.(`Opening ${run.record.task}`);
    const { changedInputs } = await import("../training/run-inputs.ts");
    const { files, others } = await changedInputs(run, config);
    for (const warning of [...files, ...others]) onWarning?.(warning);
    const opened = await open(config);
    try {
      return await use(opened, config);
    } finally {
      await opened.dispose();
    }
  } finally {
    await lock?.release();
  }
}
