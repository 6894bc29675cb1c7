/** Figures of a training run from its metrics, its evaluation and its portrait; those of which nothing is known are left out. */
import { figures, type FigureData } from "../../figure/figures.ts";
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import { asNumber, inside } from "../../run/reading/figures.ts";
import type { MetricRow } from "../../run/metrics/metrics-writer.ts";
import type { Portrait } from "../../run/portrait/portrait.ts";
import { isObject } from "../../file/json-document.ts";
import type { Picture } from "./account.ts";

/** What was read of a run. */
export interface TrainingFacts {
  readonly subject: string;
  readonly summary: JsonObject | null;
  readonly rows: readonly MetricRow[];
  readonly portrait: Portrait;
}

/** All figures that there are, the headline first. */
export function trainingPictures(facts: TrainingFacts): readonly Picture[] {
  const { subject, portrait } = facts;
  const found: (Picture | null)[] = [
    headline(facts),
    learning(facts),
    conditions(facts),
    ...(["law", "grid", "marginals", "logo", "flow", "noise-matrix"] as const).map((name) => {
      const data = portrait[name];
      if (data === undefined) return null;
      const told = data.subject === undefined ? subject : `${subject}, ${data.subject}`;
      return picture(name, Object.assign({}, data, { subject: told }));
    }),
    finds(facts),
    ranks(facts),
    lookAhead(facts),
  ];
  return found.filter((one) => one !== null);
}

/** A figure of this kind of these data. */
export function picture<Kind extends keyof typeof figures>(kind: Kind, data: FigureData<Kind>): Picture {
  const draw = figures[kind] as (data: FigureData<Kind>, options?: object) => ReturnType<Picture["draw"]>;
  return { name: kind, draw: (options) => draw(data, options) };
}

/** The estimate in a field, where there is one. */
function estimateIn(value: JsonValue | undefined): number | null {
  return isObject(value) ? asNumber(value["estimate"]) : asNumber(value);
}

/** The distance to the target by enumeration, or against a truth that is known although nothing can be listed. */
export function distanceOf(summary: JsonObject | null): {
  readonly tv: number | null;
  readonly kl: number | null;
} {
  const truth = isObject(summary?.["truth"]) ? summary["truth"] : {};
  return {
    tv: asNumber(inside(summary, "exact", "tv")) ?? estimateIn(truth["tv"]),
    kl: asNumber(inside(summary, "exact", "klReverse")) ?? estimateIn(inside(truth, "kl", "klReverse")),
  };
}

function headline({ subject, summary }: TrainingFacts): Picture | null {
  const sampler = distanceOf(summary);
  if (sampler.tv === null && sampler.kl === null) return null;
  const [tv, kl] = ["tv", "klReverse"].map((name) => asNumber(inside(summary, "limit", name)));
  const naive = asNumber(inside(summary, "naive", "tv"));
  return picture("headline", {
    subject,
    sampler,
    best: { tv: tv ?? null, kl: kl ?? null },
    ...(naive === null ? {} : { ignored: { tv: naive, kl: null } }),
  });
}

/** What had been spent after each line of metrics. */
function points(rows: readonly MetricRow[], field: string) {
  return rows.flatMap((row) => {
    const [x, y] = [row["oracleCalls"], row[field]];
    return typeof x === "number" && typeof y === "number" ? [{ x, y }] : [];
  });
}

function learning({ subject, summary, rows }: TrainingFacts): Picture | null {
  const limit = (name: string): number | null => asNumber(inside(summary, "limit", name));
  const exact = [
    { measure: "total variation", field: "tv", limit: limit("tv") },
    { measure: "KL(sampler ‖ target), nats", field: "klReverse", limit: limit("klReverse") },
  ];
  const sampled = [
    { measure: "mean score of a batch", field: "meanScore", limit: null },
    { measure: "loss", field: "loss", limit: null },
  ];
  const known = exact.some(({ field }) => points(rows, field).length > 1);
  const panels = (known ? exact : sampled)
    .map(({ measure, field, limit: least }) => ({
      measure,
      log: field !== "meanScore",
      series: [{ name: known ? "this sampler" : measure, points: points(rows, field) }],
      limit: least,
    }))
    .filter(({ series }) => series[0]!.points.length > 1);
  return panels.length === 0 ? null : picture("learning", { subject, panels });
}

function conditions({ subject, summary }: TrainingFacts): Picture | null {
  const listed = summary?.["conditions"];
  if (!Array.isArray(listed)) return null;
  const rows = listed.filter(isObject).map((one) => ({
    name: typeof one["name"] === "string" ? one["name"] : "",
    tv: asNumber(inside(one, "exact", "tv")),
    limit: asNumber(inside(one, "limit", "tv")),
  }));
  return rows.some(({ tv }) => tv !== null) ? picture("conditions", { subject, conditions: rows }) : null;
}

/** The best so far each time that it was noted. */
function leadersIn(rows: readonly MetricRow[]) {
  return rows.flatMap((row) => {
    const { leaders, oracleCalls } = row;
    if (!Array.isArray(leaders) || typeof oracleCalls !== "number") return [];
    const list = leaders.flatMap((one): (readonly [string, number])[] =>
      Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number"
        ? [[one[0], one[1]]]
        : [],
    );
    return list.length === 0 ? [] : [{ calls: oracleCalls, list }];
  });
}

function finds({ subject, summary, rows }: TrainingFacts): Picture | null {
  const best = leadersIn(rows).map(({ calls, list }) => ({ x: calls, y: list[0]![1] }));
  const mean = points(rows, "meanScore");
  if (mean.length < 2) return null;
  return picture("finds", {
    subject,
    modes: points(rows, "modes"),
    allModes: asNumber(inside(summary, "modes", "total")),
    scores: [
      ...(best.length > 0 ? [{ name: "best so far", points: best }] : []),
      { name: "mean of a batch", points: mean },
    ],
    bestScore: null,
  });
}

function ranks({ subject, rows }: TrainingFacts): Picture | null {
  const times = leadersIn(rows);
  const last = times.at(-1)?.list ?? [];
  if (times.length < 2 || last.length < 2) return null;
  return picture("ranks", {
    subject,
    times: times.map(({ calls }) => calls),
    candidates: last.map(([name, score]) => ({
      name,
      score,
      ranks: times.map(({ list }) => {
        const at = list.findIndex(([object]) => object === name);
        return at < 0 ? null : at + 1;
      }),
    })),
  });
}

function lookAhead({ subject, summary }: TrainingFacts): Picture | null {
  const listed = summary?.["predictions"];
  if (!Array.isArray(listed)) return null;
  const steps = listed.filter(isObject).map((one, i) => ({
    distance: asNumber(one["ahead"]) ?? i + 1,
    accuracy: asNumber(one["accuracy"]),
    bestAccuracy: asNumber(one["bestAccuracy"]),
  }));
  return steps.length === 0 ? null : picture("look-ahead", { subject, steps });
}
