/** `windage runs rm` and `windage runs import`: the two commands that change the folder of runs. */

import { WindageError } from "../../error.ts";
import type { Run } from "../../run/layout.ts";
import { defineCommand } from "../option-table.ts";
import { rootOf, runsOptions } from "../run-text/runs-options.ts";
import { counted } from "../../number-words.ts";
import { printable, printableLine } from "../terminal/printable.ts";

/** A name typed in full, or a path: what is deleted for good is not to be guessed. */
function checkWholeName(typed: string, run: Run): void {
  if (typed === run.id || /[/\\]/.test(typed)) return;
  throw new WindageError(
    "run/not-exact",
    `run ${JSON.stringify(typed)}: removing needs the whole name; did you mean ${run.id}?`,
  );
}

export const runsRemoveCommand = defineCommand({
  name: "runs rm",
  summary: "Delete runs for good.",
  description:
    "Deletes run folders with everything in them. Names have to be typed in full. Anything that is not a run directly in the folder of runs is refused, and so is a run that a process is training. When one of several names is wrong, nothing is deleted.",
  arguments: {
    names: {
      kind: "texts",
      valueName: "run",
      description: "The runs' whole names, or paths of their folders.",
    },
  },
  options: {
    force: { kind: "boolean", description: "Also delete runs that are being trained." },
    ...runsOptions,
  },
  examples: [
    { line: "windage runs rm 20261115-225747-sim8-k3f9q", explanation: "Delete one run." },
    { line: "windage runs rm ./runs/20261115-*-sim8-*", explanation: "Delete those the shell finds." },
  ],
  async run({ names, force, runs }) {
    const { openRun } = await import("../../run/open-run.ts");
    const { removeRun } = await import("../../run/remove-run.ts");
    const found = new Map<string, Run>();
    for (const name of names) {
      const run = await openRun(name, rootOf(runs));
      checkWholeName(name, run);
      found.set(run.folder, run);
    }
    for (const run of found.values()) await removeRun(run, { ...rootOf(runs), force });
    const removed = Array.from(found.values(), ({ id }) => id);
    return { document: { removed }, text: removed.map((id) => `Deleted ${printableLine(id)}`).join("\n") };
  },
});

export const runsImportCommand = defineCommand({
  name: "runs import",
  summary: "Copy a run folder from elsewhere into your runs.",
  description:
    "Copies a run from another folder, such as one from another machine, after checking all of it. Only the files a run consists of are copied; damaged checkpoints are left out with a warning.",
  arguments: { folder: { kind: "text", valueName: "folder", description: "The folder of the run." } },
  options: {
    as: { kind: "text", valueName: "name", description: "The name here; its own unless given." },
    ...runsOptions,
  },
  examples: [
    { line: "windage runs import /media/usb/20261115-225747-sim8-k3f9q", explanation: "Take in a run." },
    { line: "windage runs import ./from-anna --as anna-sim8", explanation: "Under another name." },
  ],
  async run({ folder, as, runs }, { progress }) {
    const { importRun } = await import("../../run/import-run.ts");
    const { run, metrics, checkpoints, warnings } = await importRun(folder, {
      ...rootOf(runs),
      ...(as === undefined ? {} : { id: as }),
      onRead: progress,
    });
    for (const warning of warnings) progress(`warning: ${printable(warning)}`);
    return {
      document: { id: run.id, folder: run.folder, metrics, checkpoints, warnings },
      text: `Imported ${run.id}: ${counted(metrics, "line")} of metrics, ${counted(checkpoints, "checkpoint")}\n${printableLine(run.folder)}`,
    };
  },
});
