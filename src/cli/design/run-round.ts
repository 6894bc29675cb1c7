/** One round on the terminal: what is going on, a line of progress, Ctrl-C, and the answer in the form asked for. */
import { designName, orderRows, writeOrder } from "../../design/batch/write-order.ts";
import type { Well } from "../../design/plate/lay-plates.ts";
import type { Design } from "../../design/propose.ts";
import { isFaultless } from "../../design/synthesis/error-model.ts";
import { WindageError } from "../../error.ts";
import { memoryText } from "../../run/config/memory-plan.ts";
import type { DesignEvent, DesignResult, Measured } from "../../job/design/design-job.ts";
import type { Job } from "../../job/job.ts";
import { engineNotice } from "../engine-notice.ts";
import { followJob, type FollowedControl } from "../follow-job.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { counted } from "../../number-words.ts";
import { plain } from "../terminal/style.ts";
import { idleUtility } from "./design-options.ts";
import { cautionsOn, tiedAtWorst } from "../../job/design/cautions.ts";
import { designsInFileUnit } from "../../job/design/score-format.ts";
import { proposalText } from "./design-text.ts";
import { rulesText } from "./rules-text.ts";
import { utilityPicture, worthSentence } from "./utility-picture.ts";

const interval = 250;
const logInterval = 5000;

/** Follows a round on the terminal: what was read and what it is worth, then a line of progress. */
export async function proposeInteractively(
  start: (control: FollowedControl) => Job<DesignEvent, DesignResult>,
  context: CommandContext,
  onRead: (event: Extract<DesignEvent, { readonly kind: "read" }>) => void | Promise<void> = () => undefined,
): Promise<DesignResult> {
  const line = new StepLine();
  const say = (text: string): void => {
    line.clear();
    context.progress(text);
  };
  try {
    return await followJob(start, context, {
      async onEvent(event) {
        switch (event.kind) {
          case "phase":
            say(`${event.text} …`);
            break;
          case "read":
            await onRead(event);
            break;
          case "excluded":
            say(`Read ${event.file}: ${counted(event.sequences.length, "sequence")} never to propose.`);
            for (const note of event.notes) say(`--exclude: ${note}`);
            break;
          case "measured":
            await sayMeasured(event, context);
            break;
          case "rules":
            say(`Rules: ${rulesText(event.rules)}.`);
            break;
          case "model":
            say(`  ${event.model.name}: rank correlation ${event.model.spearman.toFixed(3)} on unseen rows`);
            break;
          case "memory":
            say(`The search needs about ${memoryText(event.bytes)} of memory.`);
            break;
          case "progress": {
            const { doing, share, candidates } = event;
            const found = candidates === undefined ? "" : `${candidates.toLocaleString("en-US")} candidates`;
            line.say(doing, share, found);
            break;
          }
        }
      },
    });
  } finally {
    line.end();
  }
}

/** What scores are worth, and what is going on from here. */
async function sayMeasured(
  { measurements, minimize, log, settings, worth, errors }: Measured,
  context: CommandContext,
): Promise<void> {
  const sense = { minimize, log };
  context.progress(`\n${worthSentence(worth, sense)}`);
  context.progress(utilityPicture(measurements, worth, sense, plain, process.stderr.columns));
  const tied = tiedAtWorst(
    measurements.map(({ score }) => score),
    minimize,
  );
  if (tied !== undefined) context.progress(`Caution: ${tied}.`);
  if (settings.search === "gflownet") await engineNotice(context);
  const idle = idleUtility(settings, isFaultless(errors));
  if (idle !== undefined) context.progress(idle);
  context.progress(`\nFitting models to ${measurements.length.toLocaleString("en-US")} sequences …`);
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
  { proposal, measurements, minimize, log, batch: wanted, round, layout }: DesignResult,
  about: {
    readonly format: "table" | "csv" | "excel" | "xlsx" | "fasta";
    readonly out: string | undefined;
    readonly document: Readonly<Record<string, unknown>>;
    readonly next: string;
  },
  { style, width, progress }: CommandContext,
): Promise<CommandResult> {
  const { format, out } = about;
  const { decimal } = layout;
  const { wells = [] } = proposal;
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
    return {
      document,
      text: writeOrder(designs, format === "xlsx" ? "csv" : format, round, decimal, wells).trimEnd(),
    };
  }
  const text = proposalText(proposal, facts, style, width);
  if (out === undefined) return { document, text: `${text}\n${about.next}`.trimEnd() };
  const { outputName, writeOutput } = await import("../../file/output-file.ts");
  await writeOutput(out, [
    format === "xlsx"
      ? await workbookOf(designs, round, wells)
      : writeOrder(designs, format === "table" ? "csv" : format, round, decimal, wells),
  ]);
  return {
    document: { ...document, file: out },
    text: `${text}\n\nThe order is in ${outputName(out)}. ${about.next}`.trimEnd(),
  };
}

/** A workbook with the order, and where there are plates a sheet that looks like each. */
async function workbookOf(
  designs: readonly Design[],
  round: number,
  wells: readonly Well[],
): Promise<Uint8Array> {
  const { workbookBytes } = await import("../../file/spreadsheet.ts");
  const { plateMaps } = await import("../../design/plate/plate-map.ts");
  return workbookBytes([
    { name: "Order", rows: orderRows(designs, round, wells) },
    ...plateMaps(wells, (design) => designName(round, design)),
  ]);
}
