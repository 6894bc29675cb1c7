/**
 * Designing as jobs: the first order from measurements, and each further one of a project. Results are told and taken
 * back in between (`tell-results.ts`), and `readProject` says how it stands.
 */
import type { ErrorModel } from "../../design/synthesis/error-model.ts";
import type { ModelReport } from "../../design/surrogate/surrogate.ts";
import type { Proposal, ProposeOptions } from "../../design/propose.ts";
import { propose } from "../../design/propose.ts";
import type { RulesReport } from "../../design/rules/ruled-space.ts";
import { mergeMeasurements } from "../../design/rounds.ts";
import { logScores } from "../../design/utility/log-scores.ts";
import type { UtilityMap } from "../../design/utility/utility-map.ts";
import { WindageError } from "../../error.ts";
import { planOf, requireMemory } from "../../run/config/memory-plan.ts";
import { roundOptions, type RoundValues } from "../../run/project/round-options.ts";
import { readTableText } from "../../file/read-table.ts";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import type { Assay, Measurement } from "../../landscape/assay/assay.ts";
import type { SpecTable, ValueOfOption } from "../../settings/value-spec.ts";
import { lowerIsBetterAmong, unclearDirection } from "../../landscape/assay/score-direction.ts";
import { assayOptionsOf } from "../../world/oracle/assay-source.ts";
import {
  directionOptions,
  layoutOptions,
  parentOptions,
  sheetOption,
} from "../../world/settings/assay-settings.ts";
import { startJob, type Job, type JobControl, type Phase } from "../job.ts";
import { settingsGiven } from "../settings-given.ts";
import { withCodingFiles } from "./coding-settings.ts";
import { excludedOf, type Exclude, type Excluded } from "./excluded.ts";
import { withParent } from "./read-parent.ts";
import { errorsOf, holdingNote, proposeOptionsOf, requireSteps, roundOf, worthOf } from "./round-settings.ts";

/** Loaded when a project is opened: who only wants a first order, or another job, needs no reader of documents. */
const holding = () => import("../../run/project/hold-project.ts");
const projects = () => import("../../run/project/project.ts");
const telling = () => import("../../run/project/tell-project.ts");

const alphabet = { kind: "text", valueName: "letters", description: "What sequences are made of." } as const;
const assaySpecs = {
  ...layoutOptions,
  ...sheetOption,
  ...parentOptions,
  ...directionOptions,
  alphabet,
} as const satisfies SpecTable;
const designSpecs = { ...assaySpecs, ...roundOptions } as const satisfies SpecTable;

/** Longer files take seconds to read. */
const longFile = 2 ** 22;

/** What is not the search's to know. */
interface Around extends JobControl {
  /** Sequences never to propose. */
  readonly exclude?: Exclude | undefined;
  /** Looks at the letters of orders before anything is done; what it throws ends the job. */
  readonly onAlphabet?: ((alphabet: string) => void) | undefined;
}

/** Says whether lower scores are better, by the name of their column. */
type Direction = (column: string) => boolean | Promise<boolean>;

/** A file of measurements, how it is read, and what is wanted of the order; everything but the file has a default. */
export type DesignSettings = Around & {
  readonly file: string;
  /** The folder of a project to begin with it; none unless given. */
  readonly project?: string | undefined;
  /**
   * Is asked where `minimize` was not given and the column of scores has a name of which lower is usually better (Kd, IC50,
   * ΔG); without it such a file is refused.
   */
  readonly onDirection?: Direction | undefined;
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
  | Phase
  /** How the file of measurements was read. */
  | {
      readonly kind: "read";
      readonly file: string;
      readonly assay: Assay;
      /** Which places orders will not change, in words; missing where they may change all. */
      readonly held?: string;
    }
  | ({ readonly kind: "excluded" } & Excluded)
  | ({ readonly kind: "measured" } & Measured)
  /** What rules on designs leave. */
  | { readonly kind: "rules"; readonly rules: RulesReport }
  | { readonly kind: "model"; readonly model: ModelReport }
  /** What memory the search needs, before it is taken. */
  | { readonly kind: "memory"; readonly bytes: number }
  /** Which share of what is under way is done, and of a search how many candidates it has found. */
  | {
      readonly kind: "progress";
      readonly doing: string;
      readonly share: number;
      readonly candidates?: number;
    };

/** What a round begins with: measurements, in log10 where `log` says so, and settings with their defaults. */
export interface Measured {
  readonly alphabet: string;
  readonly measurements: readonly Measurement[];
  readonly minimize: boolean;
  readonly log: boolean;
  readonly settings: RoundValues;
  /** What a score is worth. */
  readonly worth: UtilityMap;
  readonly errors: ErrorModel;
}

/** The order that `designJob` proposes and what it was made of; scores are in log10 where `log` says so. */
export interface DesignResult extends Pick<Measured, "measurements" | "minimize" | "log"> {
  readonly kind: "order";
  /** The folder of the project; null without one. */
  readonly project: string | null;
  /** Which order this is, from 1 on. */
  readonly round: number;
  /** How many designs were asked for. */
  readonly batch: number;
  /** How the newest measurements are laid out in their file. */
  readonly layout: Assay["layout"];
  /** Whether it had been made before and waits for its results. */
  readonly waited: boolean;
  readonly proposal: Proposal;
}

/** Proposes what to order from a file of measurements; stopped, it ends with an error and nothing is kept. */
export function designJob({
  file,
  project,
  exclude = [],
  onAlphabet,
  onDirection = (column) => {
    throw unclearDirection(column);
  },
  signal,
  say,
  ...asked
}: DesignSettings): Job<DesignEvent, DesignResult> {
  return startJob<DesignEvent, DesignResult>(
    async (tell, stop) => {
      const { values, given } = settingsGiven(designSpecs, asked);
      const { minimize: told = false, log = false, ...rest } = values as Partial<Record<string, never>>;
      const read = await withParent(assayOptionsOf(rest));
      const own = Object.fromEntries(Object.keys(roundOptions).map((name) => [name, rest[name]]));
      const round = roundOf(own as unknown as RoundValues, given, log);
      const text = await readTableText(file, read.sheet);
      if (text.length > longFile)
        tell({ kind: "phase", text: `Reading ${file}, ${Math.round(text.length / 1e6)} megabytes` });
      const assay = readAssay(text, read, file);
      const { alphabet: letters, layout, parent } = assay;
      onAlphabet?.(letters);
      const column = given.has("minimize") ? undefined : lowerIsBetterAmong(layout.scoreColumns);
      const minimize: boolean = column === undefined ? told : await onDirection(column);
      const held = holdingNote(assay.measurements, round, parent);
      tell({ kind: "read", file, assay, ...(held === undefined ? {} : { held }) });
      if (given.has("steps")) requireSteps(round, assay);
      const molecules = mergeMeasurements([assay.measurements], round);
      const measurements = log ? logScores(molecules) : molecules;
      const path = round.noiseMatrix;
      const settings = {
        ...(await withCodingFiles(round)),
        noiseMatrix: path === undefined ? undefined : await readTableText(path),
      };
      const errors = errorsOf(settings, letters, path);
      const banned = await excludedOf(exclude, letters, measurements, (list) =>
        tell({ kind: "excluded", ...list }),
      );
      const worth = worthOf(measurements, settings, { minimize, log });
      const measured = { alphabet: letters, measurements, minimize, log, settings, worth, errors };
      const search = (): Promise<Proposal> => searchRound(measured, { exclude: banned, parent }, tell, stop);
      const { batch } = settings;
      const made = {
        kind: "order",
        round: 1,
        waited: false,
        measurements,
        minimize,
        log,
        batch,
        layout,
      } as const;
      if (project === undefined) return { ...made, project: null, proposal: await search() };
      const about = { alphabet: letters, minimize, log, round: settings };
      const [{ beginProject }, { createProject }] = [await holding(), await telling()];
      const { keepOrder } = await projects();
      const { proposal } = await beginProject(project, async (held) => {
        // Before the work: a folder that is taken should not cost a search.
        const kept = await createProject(held, file, read, about);
        return keepOrder(held, kept, await search(), banned);
      });
      return { ...made, project, proposal };
    },
    { signal, say, tables: [designSpecs] },
  );
}

/** The next order of a project; one that waits for its results is given again unless told otherwise. */
export function proposeJob({
  project,
  again = false,
  exclude,
  onAlphabet,
  signal,
  say,
  ...asked
}: ProposeSettings): Job<DesignEvent, DesignResult> {
  return startJob<DesignEvent, DesignResult>(
    async (tell, stop) => {
      const { values, given } = settingsGiven(roundOptions, asked);
      const { holdProject } = await holding();
      const { keepOrder, neverAgain, openOrder, openProject } = await projects();
      const { measurementsOf } = await import("../../run/project/measurements-of.ts");
      const { outcomesOf } = await import("./outcomes.ts");
      return holdProject(project, async (held) => {
        const there = await openProject(project);
        const { alphabet: letters, minimize, log, round } = there.settings;
        const measurements = measurementsOf(there);
        const waiting = again ? undefined : openOrder(there);
        const { layout } = there.assays.at(-1)!;
        const made = { kind: "order", project, measurements, minimize, log, layout } as const;
        if (waiting !== undefined) {
          requireNothingElse([...given, ...(exclude === undefined ? [] : ["exclude"])], waiting.round);
          const { proposal } = waiting;
          return { ...made, round: waiting.round, batch: round.batch, waited: true, proposal };
        }
        onAlphabet?.(letters);
        const changed = Object.fromEntries(Object.entries(values).filter(([name]) => given.has(name)));
        const settings: RoundValues = {
          ...roundOf({ ...round, ...changed }, given, log && given.has("threshold")),
          // Every round draws its own numbers, and the same round the same ones.
          seed: (round.seed + there.orders.length) % Number.MAX_SAFE_INTEGER,
        };
        const banned = await excludedOf(exclude ?? [], letters, measurements, (list) =>
          tell({ kind: "excluded", ...list }),
        );
        const worth = worthOf(measurements, settings, { minimize, log });
        const errors = errorsOf(settings, letters);
        const proposal = await searchRound(
          { alphabet: letters, measurements, minimize, log, settings, worth, errors },
          {
            exclude: [...banned, ...neverAgain(there)],
            earlier: outcomesOf(there),
            parent: there.assays[0]?.parent,
          },
          tell,
          stop,
        );
        const order = await keepOrder(held, there, proposal, banned);
        return { ...made, round: order.round, batch: settings.batch, waited: false, proposal };
      });
    },
    { signal, say, tables: [designSpecs] },
  );
}

/** Refuses settings of an order that is there already. */
function requireNothingElse(names: readonly string[], round: number): void {
  if (names.length === 0) return;
  throw new WindageError(
    "cli/no-effect",
    (say) =>
      `${names.map((name) => say(name)).join(", ")}: order ${round} of this project waits for its results and stays as it is; add ${say("again")} for another order, or leave ${names.length === 1 ? "it" : "them"} out to see it again.`,
  );
}

/** Fits models and searches. */
function searchRound(
  measured: Measured,
  {
    parent,
    ...around
  }: Pick<ProposeOptions, "exclude" | "earlier"> & { readonly parent: Assay["parent"] | undefined },
  tell: (event: DesignEvent) => void,
  signal: AbortSignal,
): Promise<Proposal> {
  tell({ kind: "measured", ...measured });
  const { alphabet: letters, measurements, minimize, settings, errors } = measured;
  return propose(measurements, letters, {
    ...proposeOptionsOf(settings, errors, parent, letters),
    ...around,
    minimize,
    signal,
    onRules: (rules) => tell({ kind: "rules", rules }),
    onModel: (model) => tell({ kind: "model", model }),
    onProgress: (doing, share) => tell({ kind: "progress", doing, share }),
    onStep: ({ step, steps, candidates }) =>
      tell({ kind: "progress", doing: "Searching", share: step / steps, candidates }),
    onMemory(estimate) {
      const plan = planOf(estimate, () => []);
      requireMemory(plan);
      tell({ kind: "memory", bytes: plan.bytes });
    },
  });
}
