/**
 * Cuts metrics.jsonl before a run goes on from a checkpoint, so that nothing is told twice: one cut at one place, which
 * a crash leaves done or not done. The place is where the fewest lines end up on the wrong side, so that one damaged
 * line does not take hundreds of good ones with it; what is damaged or missing among those that stay is said.
 */

import { closeSync, fsyncSync, ftruncateSync } from "node:fs";
import { join } from "node:path";
import { writeError } from "../../file/durable-write.ts";
import { openForUpdate, openRegularFile } from "../../file/folder-file.ts";
import { runFiles, type Run } from "../layout.ts";
import { linesOf, readMetricsLine } from "./metrics-reader.ts";
import { hasLine, linesAfter, MAX_METRICS_BYTES } from "./metrics-writer.ts";

/** What was cut off, and what is wrong with the rest. */
export interface CutMetrics {
  readonly bytes: number;
  /** In words; empty where every iteration has its line. */
  readonly problems: readonly string[];
}

/** What is known of the lines before a place. */
interface Tally {
  /** The offset of the place. */
  readonly end: number;
  /** Lines on the wrong side, were the file cut here, apart from those that are the same for every place. */
  readonly misplaced: number;
  /** Lines of iterations in their order. */
  readonly told: number;
  /** Lines that are out of order or no metrics. */
  readonly odd: number;
  /** The number of the first of those. */
  readonly firstOdd: number;
}

/** Drops the metrics of iterations after `afterIteration`, and an unfinished last line. */
export async function truncateMetrics(run: Run, afterIteration: number): Promise<CutMetrics> {
  const path = join(run.folder, runFiles.metrics);
  const file = await openRegularFile(path, MAX_METRICS_BYTES);
  const missing = linesAfter(afterIteration + 1);
  if (file === undefined) return { bytes: 0, problems: problemsOf(missing, nothing) };
  let best: Tally;
  try {
    best = await bestCut(linesOf(file), afterIteration);
  } finally {
    await file.handle.close();
  }
  if (best.end < file.size) cut(path, best.end);
  return { bytes: file.size - best.end, problems: problemsOf(missing - best.told, best) };
}

const nothing: Tally = { end: 0, misplaced: 0, told: 0, odd: 0, firstOdd: 0 };

async function bestCut(lines: ReturnType<typeof linesOf>, afterIteration: number): Promise<Tally> {
  let here = nothing;
  let best = here;
  let last = -1;
  for (let number = 1; ; number++) {
    const next = await lines.next();
    if (next.done === true) return best;
    const { line, end } = next.value;
    const read = readMetricsLine(line);
    const iteration = "row" in read ? read.row.iteration : undefined;
    const stays = iteration !== undefined && iteration <= afterIteration;
    const inOrder = stays && iteration > last;
    if (inOrder) last = iteration;
    here = {
      end,
      misplaced: here.misplaced + (iteration === undefined ? 0 : stays ? -1 : 1),
      told: here.told + (inOrder && hasLine(iteration) ? 1 : 0),
      odd: here.odd + (inOrder ? 0 : 1),
      firstOdd: inOrder || here.firstOdd > 0 ? here.firstOdd : number,
    };
    if (here.misplaced < best.misplaced) best = here;
  }
}

function problemsOf(missing: number, { odd, firstOdd }: Tally): string[] {
  const name = runFiles.metrics;
  return [
    ...(missing > 0 ? [`${name}: the lines of ${missing} iterations before this one are missing`] : []),
    ...(odd > 0
      ? [`${name}: ${odd} of the lines that stay are damaged or out of order, the first is line ${firstOdd}`]
      : []),
  ];
}

function cut(path: string, size: number): void {
  try {
    const file = openForUpdate(path, MAX_METRICS_BYTES);
    try {
      ftruncateSync(file, size);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw writeError(path, cause, "The metrics are unchanged.");
  }
}
