/** The account of a design project: what to order, what was predicted, what came. */
import { openOrder, openProject } from "../../run/project/project.ts";
import { measurementsOf } from "../../run/project/measurements-of.ts";
import { counted, grouped } from "../../number-words.ts";
import { resolve } from "node:path";
import { shellWord } from "../../shell-word.ts";
import { windageVersion } from "../../file/windage-version.ts";
import { roundsOf, type Round } from "../design/project-rounds.ts";
import { scoreFormat } from "../design/score-format.ts";
import { verdictOn } from "../design/verdict.ts";
import type { Order } from "../../run/project/project-document.ts";
import type { Account, AccountTable } from "./account.ts";
import { projectPictures } from "./project-pictures.ts";

const mostRows = 400;

/** Reads a design project from its folder. */
export async function projectAccount(folder: string): Promise<Account> {
  const path = resolve(folder);
  const project = await openProject(path);
  const { minimize, log, alphabet, round: settings } = project.settings;
  const measurements = measurementsOf(project);
  const scores = measurements.map(({ score }) => score);
  const write = scoreFormat(scores, log);
  const rounds = roundsOf(project);
  const waiting = openOrder(project);
  const better = (a: number, b: number): number => (minimize ? a - b : b - a);
  const best = measurements.toSorted((a, b) => better(a.score, b.score))[0];
  const measured = rounds.filter((one) => one.measured > 0);
  const last = measured.at(-1);
  return {
    kind: "project",
    folder: path,
    title: `Designs, project ${path.split(/[\\/]/).at(-1) ?? path}`,
    headline:
      waiting === undefined
        ? best === undefined
          ? "Nothing has been measured yet."
          : `Best so far: ${best.sequence} with ${write(best.score)}.`
        : `${counted(waiting.proposal.designs.length, "design")} to order now (order ${waiting.round}).`,
    words: [
      `${grouped(measurements.length)} sequences are measured in ${counted(project.assays.filter((one) => one.measurements.length > 0).length, "file")}${best === undefined || waiting === undefined ? "" : `; the best so far is ${best.sequence} with ${write(best.score)}`}.`,
      ...(minimize ? ["Lower scores are better."] : ["Higher scores are better."]),
      ...(log
        ? ["Scores are worked with as log10 and written in the unit of the files; means are geometric."]
        : []),
      ...(waiting === undefined
        ? []
        : [
            `Predictions come from ${waiting.proposal.models[waiting.proposal.chosen]!.name}; each has an interval that should hold the result in four of five cases. A first order is chosen to be better than anything measured, so its intervals are the least certain.`,
          ]),
    ],
    warnings: rounds.flatMap((one) => verdictOn(one, minimize, one === last)),
    tables: [
      ...(waiting === undefined ? [] : [orderTable(waiting, write)]),
      ...(rounds.length === 0 ? [] : [roundTable(rounds, write)]),
      ...(last === undefined ? [] : [resultTable(last, write)]),
    ],
    pictures: projectPictures(project, rounds),
    settings: [
      ["alphabet", alphabet],
      ["minimize", String(minimize)],
      ["log", String(log)],
      ...Object.entries(settings)
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const),
    ],
    command:
      waiting === undefined
        ? `windage design propose ${shellWord(folder)}`
        : `windage design tell ${shellWord(folder)} results.csv`,
    versions: [["windage", windageVersion()]],
  };
}

/** What to order, with predictions and the nearest thing measured. */
function orderTable({ round, proposal }: Order, write: (value: number) => string): AccountTable {
  const { designs } = proposal;
  const named = designs.some(({ mutations }) => mutations !== undefined);
  const rows = designs.slice(0, mostRows).map(({ order, mutations = "", predicted, nearest }, i) => {
    const name = `r${round}-${String(i + 1).padStart(3, "0")}`;
    return (named ? [name, mutations] : [name]).concat(
      order,
      write(predicted.middle),
      `${write(predicted.low)} to ${write(predicted.high)}`,
      nearest.mutations ?? nearest.sequence,
      write(nearest.score),
      String(nearest.distance),
    );
  });
  return {
    title: `To order now: order ${round}`,
    columns: [
      { name: "name" },
      ...(named ? [{ name: "mutations" }] : []),
      { name: "sequence" },
      { name: "predicted", isNumber: true },
      { name: "80 % interval", isNumber: true },
      { name: "nearest measured" },
      { name: "its score", isNumber: true },
      { name: "letters apart", isNumber: true },
    ],
    rows,
    ...(designs.length > mostRows
      ? { note: `The first ${mostRows} of ${designs.length} are listed; the order file has all.` }
      : {}),
  };
}

function roundTable(rounds: readonly Round[], write: (value: number) => string): AccountTable {
  const or = (value: number | null): string => (value === null ? "–" : write(value));
  return {
    title: "Orders so far",
    columns: [
      "order",
      "ordered",
      "measured",
      "mean predicted",
      "mean measured",
      "80 % held",
      "new records",
    ].map((name) => ({
      name,
      isNumber: true,
    })),
    rows: rounds.map((one) => [
      String(one.round),
      String(one.ordered),
      String(one.measured),
      or(one.meanPredicted),
      or(one.meanMeasured),
      one.covered === null ? "–" : `${Math.round(100 * one.covered)} %`,
      String(one.records),
    ]),
    note: "80 % held: how many results lay in the interval that was to hold four of five.",
  };
}

function resultTable({ round, designs }: Round, write: (value: number) => string): AccountTable {
  const named = designs.some(({ mutations }) => mutations !== undefined);
  return {
    title: `What came of order ${round}`,
    columns: [
      ...(named ? [{ name: "mutations" }] : []),
      { name: "sequence" },
      { name: "predicted", isNumber: true },
      { name: "80 % interval", isNumber: true },
      { name: "measured", isNumber: true },
      { name: "lies" },
    ],
    rows: designs
      .slice(0, mostRows)
      .map(({ order, mutations = "", predicted, came, lies }) =>
        (named ? [mutations] : []).concat(
          order,
          write(predicted.middle),
          `${write(predicted.low)} to ${write(predicted.high)}`,
          came === null ? "–" : write(came),
          lies ?? "not measured",
        ),
      ),
  };
}
