/**
 * Designing as jobs: the first order from measurements, and each further one of a project. Results are told and taken
 * back in between (`tell-results.ts`), and `readProject` says how it stands.
 */
import type { ModelReport, Proposal, ProposeOptions } from "../../design/index.ts";
import { propose } from "../../design/propose.ts";
import { mergeMeasurements } from "../../design/rounds.ts";
import { logScores } from "../../design/utility/log-scores.ts";
import { roundOptions, type RoundValues } from "../../experiment/options/round-options.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { readAssay, type Measurement } from "../../landscape/index.ts";
import { requireEffect } from "../../settings/effect.ts";
import type { SpecTable, ValueOfOption } from "../../settings/value-spec.ts";
import { assayOptionsOf } from "../../world/oracle/assay-source.ts";
import { directionOptions, layoutOptions, parentOptions } from "../../world/settings/assay-settings.ts";
import { startJob, type Job } from "../job.ts";
import { settingsGiven } from "../settings-given.ts";
import { withParent } from "./read-parent.ts";
import {
  errorsOf,
  holdingNote,
  proposeOptionsOf,
  requireThreshold,
  workedThreshold,
} from "./round-settings.ts";

/** Loaded when a project is opened: who only wants a first order, or another job, needs no reader of documents. */
const projects = () => import("../../run/project/index.ts");

const alphabet = { kind: "text", valueName: "letters", description: "What sequences are made of." } as const;
const assaySpecs = {
  ...layoutOptions,
  ...parentOptions,
  ...directionOptions,
  alphabet,
} as const satisfies SpecTable;
const designSpecs = { ...assaySpecs, ...roundOptions } as const satisfies SpecTable;

/** What is not the search's to know. */
interface Around {
  /** Sequences never to propose. */
  readonly exclude?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file of measurements, how it is read, and what is wanted of the order; everything but the file has a default. */
export type DesignSettings = Around & {
  readonly file: string;
  /** The folder of a project to begin with it; none unless given. */
  readonly project?: string | undefined;
} & { readonly [K in keyof typeof designSpecs]?: ValueOfOption<(typeof designSpecs)[K]> | undefined };

/** The next order of a project: as at its beginning, but for what is given here. */
export type ProposeSettings = Around & {
  readonly project: string;
  /** Another order although one waits for its results. */
  readonly again?: boolean | undefined;
} & {
  readonly [K in "batch" | "search" | "decideAhead" | "aim" | "threshold"]?: RoundValues[K] | undefined;
};

/** What is heard of a round. */
export type DesignEvent =
  | {
      readonly kind: "measured";
      readonly measurements: readonly Measurement[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "model"; readonly model: ModelReport }
  /** Which share of what is under way is done. */
  | { readonly kind: "progress"; readonly doing: string; readonly share: number };

/** What is to be ordered; scores are in log10 where the project or the settings say so. */
export interface DesignResult {
  readonly kind: "order";
  /** The folder of the project; null without one. */
  readonly project: string | null;
  /** Which order this is, from 1 on. */
  readonly round: number;
  /** Whether it had been made before and waits for its results. */
  readonly waited: boolean;
  readonly proposal: Proposal;
  readonly measurements: readonly Measurement[];
}

/** Proposes what to order from a file of measurements; stopped, it ends with an error and nothing is kept. */
export function designJob({
  file,
  project,
  exclude = [],
  signal,
  ...asked
}: DesignSettings): Job<DesignEvent, DesignResult> {
  return startJob<DesignEvent, DesignResult>(
    async (tell, stop) => {
      const { values, given } = settingsGiven(designSpecs, asked);
      const { minimize = false, log = false, ...rest } = values as Partial<Record<string, never>>;
      const read = await withParent(assayOptionsOf(rest));
      const settings = Object.fromEntries(Object.keys(roundOptions).map((name) => [name, rest[name]]));
      const round = roundOf(settings as unknown as RoundValues, given, log);
      const assay = readAssay(decodeText(await readUserFile(file), file), read, file);
      const molecules = mergeMeasurements([assay.measurements], round);
      const measurements = log ? logScores(molecules) : molecules;
      const held = holdingNote(assay.measurements, round, assay.parent);
      const notes = held === undefined ? assay.notes : [...assay.notes, held];
      tell({ kind: "measured", measurements, notes });
      const matrix =
        round.noiseMatrix === undefined
          ? undefined
          : decodeText(await readUserFile(round.noiseMatrix), round.noiseMatrix);
      const errors = errorsOf(round.alpha, matrix, assay.alphabet, round.noiseMatrix);
      const search = (): Promise<Proposal> =>
        propose(measurements, assay.alphabet, {
          ...proposeOptionsOf(round, errors, assay.parent),
          ...heard(tell, stop),
          minimize,
          exclude,
        });
      const made = { kind: "order", round: 1, waited: false, measurements } as const;
      if (project === undefined) return { ...made, project: null, proposal: await search() };
      const about = { alphabet: assay.alphabet, minimize, log, round: { ...round, noiseMatrix: matrix } };
      const { beginProject, createProject, keepOrder } = await projects();
      const { proposal } = await beginProject(project, async (held) => {
        // Before the work: a folder that is taken should not cost a search.
        const kept = await createProject(held, file, read, about);
        return keepOrder(held, kept, await search(), exclude);
      });
      return { ...made, project, proposal };
    },
    { signal },
  );
}

/** The next order of a project; one that waits for its results is given again unless told otherwise. */
export function proposeJob({
  project,
  again = false,
  exclude = [],
  signal,
  ...asked
}: ProposeSettings): Job<DesignEvent, DesignResult> {
  return startJob<DesignEvent, DesignResult>(
    async (tell, stop) => {
      const { holdProject, keepOrder, measurementsOf, neverAgain, openOrder, openProject } = await projects();
      const { outcomesOf } = await import("./outcomes.ts");
      return holdProject(project, async (held) => {
        const there = await openProject(project);
        const measurements = measurementsOf(there);
        const waiting = again ? undefined : openOrder(there);
        const made = { kind: "order", project, measurements } as const;
        if (waiting !== undefined) {
          return { ...made, round: waiting.round, waited: true, proposal: waiting.proposal };
        }
        tell({ kind: "measured", measurements, notes: [] });
        const { alphabet: letters, minimize, log, round } = there.settings;
        const { given } = settingsGiven(roundOptions, asked);
        const changed = Object.fromEntries(Object.entries(asked).filter(([name]) => given.has(name)));
        const values: RoundValues = {
          ...round,
          ...roundOf({ ...round, ...changed }, given, log && given.has("threshold")),
          // Every round draws its own numbers, and the same round the same ones.
          seed: (round.seed + there.orders.length) % Number.MAX_SAFE_INTEGER,
        };
        const proposal = await propose(measurements, letters, {
          ...proposeOptionsOf(
            values,
            errorsOf(values.alpha, values.noiseMatrix, letters),
            there.assays[0]?.parent,
          ),
          ...heard(tell, stop),
          minimize,
          exclude: [...exclude, ...neverAgain(there)],
          earlier: outcomesOf(there),
        });
        const order = await keepOrder(held, there, proposal, exclude);
        return { ...made, round: order.round, waited: false, proposal };
      });
    },
    { signal },
  );
}

/** The settings of a round, checked together; its threshold is given in the unit of the file. */
function roundOf(values: RoundValues, given: ReadonlySet<string>, isLog: boolean): RoundValues {
  requireEffect(roundOptions, given, { ...values });
  requireThreshold(values);
  const { threshold } = values;
  return threshold === undefined ? values : { ...values, threshold: workedThreshold(threshold, isLog) };
}

function heard(
  tell: (event: DesignEvent) => void,
  signal: AbortSignal,
): Pick<ProposeOptions, "signal" | "onModel" | "onProgress" | "onStep"> {
  return {
    signal,
    onModel: (model) => tell({ kind: "model", model }),
    onProgress: (doing, share) => tell({ kind: "progress", doing, share }),
    onStep: ({ step, steps }) => tell({ kind: "progress", doing: "Searching", share: step / steps }),
  };
}
