/** One round on the terminal: what is going on, a line of progress, Ctrl-C, and the answer in the form asked for. */
import { WindageError } from "../../error.ts";
import type { Proposal, ProposeOptions, UtilityKind } from "../../design/index.ts";
import type { UtilityMap } from "../../design/utility/utility-map.ts";
import type { DecimalMark, Measurement } from "../../landscape/index.ts";
import { memoryText, planOf, requireMemory } from "../../experiment/memory-plan.ts";
import { engineNotice } from "../engine-notice.ts";
import { listenForStop } from "../stop-signals.ts";
import { counted } from "../../number-words.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { plain } from "../terminal/style.ts";
import { cautionsOn, tiedAtWorst } from "../../job/design/cautions.ts";
import { designsInFileUnit } from "../../job/design/score-format.ts";
import { proposalText } from "./design-text.ts";
import { idleUtility } from "./design-options.ts";
import { type ScoreSense, utilityPicture, worthSentence } from "./utility-picture.ts";
import { writeOrder } from "../../design/batch/write-order.ts";

const interval = 250;
const logInterval = 5000;

/** Refuses what cannot be learned from; before a picture is drawn of it, and before a project is begun with it. */
export async function requireLearnable(
  measurements: readonly Measurement[],
  { utility, utilityWidth }: { readonly utility: UtilityKind; readonly utilityWidth?: number | undefined },
  { minimize, log }: ScoreSense,
): Promise<UtilityMap> {
  const { checkMeasurements } = await import("../../design/propose.ts");
  const { checkUtility, createUtility } = await import("../../design/utility/utility-map.ts");
  checkMeasurements(measurements);
  const oriented = measurements.map(({ score }) => (minimize ? -score : score));
  const map = createUtility(utility, oriented, utilityWidth);
  checkUtility(map, oriented, log);
  return map;
}

/** Proposes with progress on stderr; Ctrl-C stops it before anything is written. */
export async function proposeInteractively(
  measurements: readonly Measurement[],
  alphabet: string,
  options: ProposeOptions & { readonly utility: UtilityKind },
  sense: ScoreSense,
  context: CommandContext,
): Promise<Proposal> {
  const { propose } = await import("../../design/index.ts");
  const map = await requireLearnable(measurements, options, sense);
  context.progress(`\n${worthSentence(map, sense)}`);
  context.progress(utilityPicture(measurements, map, sense, plain, process.stderr.columns));
  const tied = tiedAtWorst(
    measurements.map(({ score }) => score),
    sense.minimize,
  );
  if (tied !== undefined) context.progress(`Caution: ${tied}.`);
  const { isFaultless } = await import("../../design/synthesis/error-model.ts");
  const { search = "gflownet", errors } = options;
  if (search === "gflownet") await engineNotice(context);
  const idle = idleUtility(options, errors === undefined || isFaultless(errors));
  if (idle !== undefined) context.progress(idle);
  const stop = listenForStop();
  const line = new StepLine();
  try {
    context.progress(`\nFitting models to ${measurements.length.toLocaleString("en-US")} sequences …`);
    return await propose(measurements, alphabet, {
      ...options,
      minimize: sense.minimize,
      signal: stop.signal,
      onModel({ name, spearman }) {
        line.clear();
        context.progress(`  ${name}: rank correlation ${spearman.toFixed(3)} on unseen rows`);
      },
      onProgress: (doing, share) => line.say(doing, share),
      onStep: ({ step, steps, candidates }) =>
        line.say("Searching", step / steps, `${candidates.toLocaleString("en-US")} candidates`),
      onMemory(estimate) {
        const plan = planOf(estimate, () => []);
        requireMemory(plan);
        line.clear();
        context.progress(`The search needs about ${memoryText(plan.bytes)} of memory.`);
      },
    });
  } finally {
    line.end();
    stop.dispose();
  }
}

/** "Searching  45 %  12,345 candidates", rewritten in place on a terminal. */
class StepLine {
  #next = 0;
  #said = "";
  readonly #line = new LiveLine();

  say(doing: string, share: number, more = ""): void {
    const now = performance.now();
    const live = this.#line.exists;
    const isNew = doing !== this.#said;
    // That something is done is said of what was said to be under way; on a terminal, whatever begins is said at once.
    if (now < this.#next && (live ? !isNew && share < 1 : isNew || share < 1)) return;
    this.#said = doing;
    this.#next = now + (live ? interval : logInterval);
    const percent = share > 0 ? `${String(Math.floor(100 * share)).padStart(3)} %  ${more}`.trimEnd() : "…";
    const text = `${doing} ${percent}`;
    if (live) this.#line.show(text);
    else this.#line.say(text);
  }

  /** Makes room for a line of its own. */
  clear(): void {
    this.#line.clear();
  }

  end(): void {
    this.#line.end();
  }
}

/** The result of the command: a table, a file, or the file's text alone. */
export async function orderResult(
  proposal: Proposal,
  about: {
    readonly measurements: readonly Measurement[];
    readonly sense: ScoreSense;
    readonly wanted: number;
    readonly round: number;
    readonly format: "table" | "csv" | "excel" | "fasta";
    /** How the measurements write numbers. */
    readonly decimal: DecimalMark | undefined;
    readonly out: string | undefined;
    readonly document: Readonly<Record<string, unknown>>;
    readonly next: string;
  },
  { style, width, progress }: CommandContext,
): Promise<CommandResult> {
  const { format, decimal, out, measurements, sense, wanted, round } = about;
  const { minimize, log } = sense;
  const facts = { minimize, log, measured: measurements.map(({ score }) => score), wanted, round };
  const cautions = cautionsOn(proposal, facts);
  const designs = designsInFileUnit(proposal.designs, log);
  const worked = log ? "log10" : "file";
  const units = { designs: "file", models: worked, utility: worked };
  const document = { ...about.document, round, units, ...proposal, designs, cautions };
  if (designs.length === 0) {
    throw new WindageError(
      "design/nothing-found",
      "no sequence could be found that is new and far enough from the others; lower --min-distance or --min-novelty, or exclude less",
    );
  }
  if (out === undefined && format !== "table") {
    progress(
      `${counted(designs.length, "sequence")} to order; model ${proposal.models[proposal.chosen]!.name}.`,
    );
    for (const caution of cautions) progress(`Caution: ${caution}.`);
    return { document, text: writeOrder(designs, format, round, decimal).trimEnd() };
  }
  const text = proposalText(proposal, facts, style, width);
  if (out === undefined) return { document, text: `${text}\n${about.next}`.trimEnd() };
  const { outputName, writeOutput } = await import("../../file/output-file.ts");
  await writeOutput(out, [writeOrder(designs, format === "table" ? "csv" : format, round, decimal)]);
  return {
    document: { ...document, file: out },
    text: `${text}\n\nThe order is in ${outputName(out)}. ${about.next}`.trimEnd(),
  };
}
