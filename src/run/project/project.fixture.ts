/** A design project with one order, made in a moment, for folders to be copied and damaged. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { propose } from "../../design/propose.ts";
import { roundOptions, type RoundValues } from "./round-options.ts";
import { defaultOf } from "../../settings/value-spec.ts";
import { beginProject } from "./hold-project.ts";
import { createProject } from "./tell-project.ts";
import { measurementsOf } from "./measurements-of.ts";
import { keepOrder } from "./project.ts";
import type { Project } from "./project.ts";

/** What a round is told where nothing is said. */
const usualRound = Object.fromEntries(
  Object.entries(roundOptions).map(([name, spec]) => [name, defaultOf(spec)]),
) as unknown as RoundValues;

/** Settings of a project about DNA. */
export const usualSettings = { alphabet: "ACGT", minimize: false, log: false, round: usualRound };

/** Measurements of every third DNA sequence of so many letters, `shift` letters on. */
export function measuredText(length: number, shift = 0): string {
  const rows = Array.from({ length: 4 ** length }, (_, index) => {
    const letters = Array.from({ length }, (__, at) => (index >> (2 * at)) & 3);
    const score = letters.reduce((sum, letter, at) => sum + (letter === at % 4 ? 1 : 0.1 * letter), 0);
    return `${letters.map((letter) => "ACGT"[letter]).join("")},${score}`;
  });
  return `sequence,score\n${rows.filter((_, index) => index % 3 === shift).join("\n")}\n`;
}

/** A project in a folder, with the file it was made from beside it. */
export async function makeSmallProject(folder: string): Promise<Project> {
  const file = `${folder}.csv`;
  writeFileSync(file, measuredText(3));
  const round: RoundValues = { ...usualRound, batch: 4, minDistance: 1, search: "all", alpha: 0.1 };
  return beginProject(folder, async (held) => {
    const project = await createProject(held, file, {}, { ...usualSettings, round });
    const { batch, search } = round;
    const proposal = await propose(measurementsOf(project), "ACGT", { batch, minDistance: 1, search });
    const order = await keepOrder(held, project, proposal);
    writeFileSync(join(`${folder}-results.csv`), measuredText(3, 1));
    return { ...project, orders: [order] };
  });
}
