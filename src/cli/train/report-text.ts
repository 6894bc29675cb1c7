/** A report for people, in at most 78 columns: how close the sampler is, how close it could be, and what it found. */
import { learningAdvice } from "../../assessment/learning/learning.ts";
import type { Estimates, Report } from "../../assessment/report.ts";
import type { TruthReport } from "../../assessment/truth/report-truth.ts";
import type { Estimate } from "../../evaluation/sample/estimate.ts";
import { counted, duration, fixed, grouped } from "../../number-words.ts";
import { clip, printable } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";

/** Prose is easier to read in lines that are not too long. */
const widest = 78;

/** The report in at most so many columns; 78 unless the terminal has fewer. */
export function reportText(report: Report, style: TerminalStyle, columns = widest): string {
  const width = Math.max(40, Math.min(columns, widest));
  const { estimates } = report;
  return [
    ...(report.conditions === undefined ? [] : [conditionTable(report.conditions, style, width), ""]),
    report.truth !== undefined
      ? truthTable(report, report.truth, style, width)
      : estimates === null
        ? exactTable(report, style, width)
        : estimatesTable(report, estimates, style, width),
    "",
    learnedTable(report, style),
    "",
    ...(report.decideAhead === undefined ? [] : [aheadTable(report.decideAhead, style, width), ""]),
    ...(report.predictions === undefined ? [] : [predictionTable(report.predictions, style), ""]),
    bestTable(report, style, width),
    "",
    ...sentences(report).map((sentence) => wrapText(sentence, width, 0)),
  ].join("\n");
}

/**
 * Only the divergences have a limit that no policy can beat. The policy that reaches it has a total variation too, but
 * another may have a smaller one, so that one is told in words and not shown as a bound.
 */
function exactTable(
  { exact, limit, naive, regret, conditions }: Report,
  style: TerminalStyle,
  width: number,
): string {
  const onAverage = conditions === undefined ? "" : ", on average";
  const table = renderTable(
    [left(`Distance to the target${onAverage}`), right("sampler"), right("limit")],
    [
      ["samples misplaced (total variation)", number(exact.tv), ""],
      ["KL(sampler ‖ target), nats", number(exact.klReverse), number(limit.klReverse)],
      ["KL(target ‖ sampler), nats", number(exact.klForward), number(limit.klForward)],
      ["Jensen–Shannon, nats", number(exact.jsd), ""],
    ],
    style.bold,
  );
  const words = inWords(exact.tv, limit.tv, naive.tv, regret.klReverse) + openGap(limit.gap);
  return `${table}\n${wrapText(words, width, 0)}`;
}

/** A gap that would show in the digits of the table. */
const visibleGap = 5e-5;

/** What is not certain about the limits, where the work that may go into them did not suffice. */
function openGap({ klReverse, klForward }: Report["limit"]["gap"]): string {
  const gaps = [klReverse, klForward].filter((gap) => gap !== null && gap > visibleGap);
  if (gaps.length === 0) return "";
  const largest = gaps.reduce((a, b) => Math.max(a!, b!), 0)!;
  return ` The limits are not exact: the true ones lie at most ${largest.toPrecision(2)} nats below.`;
}

/** The same for readers to whom a total variation says nothing. */
function inWords(
  sampler: number | null,
  atOptimum: number | null,
  naive: number | null,
  regret: number | null,
): string {
  if (sampler === null || atOptimum === null || regret === null) return "";
  const of100 = (share: number): string => (100 * share).toFixed(1);
  const ignoring = naive === null ? "" : `, a perfect sampler that ignores the noise ${of100(naive)}`;
  return (
    `Of 100 samples, ${of100(sampler)} are not where the target would have them. For comparison: the policy with the ` +
    `least KL(sampler ‖ target) misplaces ${of100(atOptimum)}${ignoring}. No policy comes below the limits; ` +
    `left to gain: ${number(regret)} nats of KL.`
  );
}

/** Each condition by itself; the tables after it are about their mean. */
function conditionTable(
  conditions: NonNullable<Report["conditions"]>,
  style: TerminalStyle,
  width: number,
): string {
  const exact = conditions.every(({ estimates }) => estimates === null);
  const withTruth = conditions.every(({ truth }) => truth !== undefined);
  const known = (value: Estimates["elbo"] | undefined): string => number(value?.estimate ?? null);
  const rows = conditions.map(({ name, exact: { tv }, regret, logZ, estimates, truth, top }) => [
    clip(printable(name), Math.floor(width / 2)),
    ...(exact
      ? [number(tv), number(regret.klReverse), number(logZ.learned), number(logZ.exact)]
      : truth !== undefined
        ? [known(truth.kl.klReverse), known(truth.regret.klReverse), number(logZ.learned), number(logZ.exact)]
        : [
            known(estimates?.meanScore),
            known(estimates?.klReverse),
            number(logZ.learned),
            known(estimates?.logZ),
          ]),
    top.mean.toFixed(3),
  ]);
  const figures = exact
    ? ["misplaced", "regret", "log Z learned", "exact"]
    : withTruth
      ? ["KL", "regret", "log Z learned", "exact"]
      : ["mean score", "KL", "log Z learned", "estimated"];
  return renderTable(
    [left("Condition"), ...figures.map((figure) => right(figure)), right("best 100")],
    rows,
    style.bold,
    width,
  );
}

function estimatesTable(report: Report, estimates: Estimates, style: TerminalStyle, width: number): string {
  const { atLeast, effectiveSamples } = estimates;
  const row = (label: string, value: Estimate | null, least: number | null = null): string[] => [
    label,
    value !== null ? number(value.estimate) : least === null ? "–" : `at least ${number(least)}`,
    value === null ? "" : `± ${number(value.standardError)}`,
  ];
  const table = renderTable(
    [left("Estimated from samples"), right("estimate"), right("standard error")],
    [
      row("mean score", estimates.meanScore),
      ...(estimates.meanReward === null ? [] : [row("mean reward", estimates.meanReward)]),
      row("log Z (total reward)", estimates.logZ, atLeast?.logZ),
      row("lower bound on log Z (ELBO)", estimates.elbo),
      row("KL(sampler ‖ target), nats", estimates.klReverse, atLeast?.klReverse),
    ],
    style.bold,
  );
  const worth =
    effectiveSamples === null
      ? ""
      : ` They are worth ${grouped(effectiveSamples)} samples of the target itself${estimates.logZ === null ? "; so few rare ones say how much the sampler misses that there is a lower bound (right in 39 of 40 cases) and no interval" : ""}.`;
  const note = `Exact figures (–) need every score, and every history where the sampler sees intentions; these come from ${counted(report.samples, "sample")}.${worth}`;
  return `${table}\n${wrapText(note, width, 0)}`;
}

/** Everything but the sampler is known exactly, and of it nothing is guessed: what is left is the error of a mean. */
function truthTable(report: Report, truth: TruthReport, style: TerminalStyle, width: number): string {
  const { kl, klReverseAtMost, regret, regretPerLetter, tv, best } = truth;
  const onAverage = report.conditions === undefined ? "" : ", on average";
  const row = (
    label: string,
    value: Estimate | null,
    limit: number | null,
    most?: Estimate | null,
  ): string[] => {
    const shown = value ?? most ?? null;
    return [
      label,
      `${value === null && shown !== null ? "at most " : ""}${number(shown?.estimate ?? null)}`,
      shown === null ? "" : `± ${number(shown.standardError)}`,
      limit === null ? "" : number(limit),
    ];
  };
  const table = renderTable(
    [left(`Distance to the target${onAverage}`), right("sampler"), right("error"), right("limit")],
    [
      row("samples misplaced (total variation)", tv, null),
      row("KL(sampler ‖ target), nats", kl.klReverse, report.limit.klReverse, klReverseAtMost),
      row("KL(target ‖ sampler), nats", kl.klForward, report.limit.klForward),
    ],
    style.bold,
  );
  const gain =
    regret.klReverse === null || regretPerLetter.klReverse === null
      ? ""
      : ` Left to gain: ${number(regret.klReverse.estimate)} ± ${number(regret.klReverse.standardError)} nats of KL, ${number(regretPerLetter.klReverse.estimate)} a letter.`;
  const known =
    report.limit.klReverse === null
      ? "The target and its log Z"
      : "The target, its log Z and the limits that no policy can beat";
  const means = `means over ${counted(report.samples, "sample")} of it`;
  const figures =
    kl.klReverse !== null
      ? `; the sampler's figures are ${means} and of the target, with their standard errors.`
      : klReverseAtMost === null
        ? "; of this sampler there are samples and no probabilities, so that its distance is not known."
        : `; this sampler can build an object in many ways, which leaves a bound on its distance, a mean${means.slice(5)} with its standard error.`;
  const words = `${known} are known exactly here, at any length${figures}${gain} The best sequence there is scores ${number(Number(best.score.toFixed(4)) + 0)}.`;
  return `${table}\n${wrapText(words, width, 0)}`;
}

function aheadTable(ahead: NonNullable<Report["decideAhead"]>, style: TerminalStyle, width: number): string {
  const table = renderTable(
    [left("Steps looked ahead"), right("misplaced"), right("regret"), right("flows alone"), right("regret")],
    ahead.map(({ steps, scores, flows }) => [
      steps === 0 ? "0 (the policy)" : String(steps),
      number(scores.tv),
      number(scores.regret),
      number(flows.tv),
      number(flows.regret),
    ]),
    style.bold,
    width,
  );
  const note =
    "Total variation and KL above its limit of the policy that decides by flows so many steps ahead; at the end it sees true scores, or flows alone.";
  return `${table}\n${wrapText(note, width, 0)}`;
}

function predictionTable(predictions: NonNullable<Report["predictions"]>, style: TerminalStyle): string {
  return renderTable(
    [left("Letters ahead"), right("surprise, nats"), right("least"), right("right"), right("most")],
    predictions.map(({ ahead, nll, entropy, accuracy, bestAccuracy }) => [
      ahead === 1 ? "1 (the next)" : String(ahead),
      number(nll),
      number(entropy),
      number(accuracy),
      number(bestAccuracy),
    ]),
    style.bold,
  );
}

function learnedTable({ logZ, dynamics }: Report, style: TerminalStyle): string {
  return renderTable(
    [left("What was learned"), right("learned"), right("exact")],
    [
      ["log Z (total reward)", number(logZ.learned), number(logZ.exact)],
      ["noise: surprise per step, nats", number(dynamics.nll), number(dynamics.entropy)],
    ],
    style.bold,
  );
}

function bestTable({ top }: Report, style: TerminalStyle, width: number): string {
  const named = top.sequences.some(({ condition }) => condition !== undefined);
  return renderTable(
    [left("Best of the samples"), right("score"), ...(named ? [left("under")] : [])],
    top.sequences.map(({ sequence, score, condition }) => [
      clip(printable(sequence), width - (named ? 34 : 12)),
      score.toFixed(4),
      ...(named ? [clip(printable(condition ?? ""), 22)] : []),
    ]),
    style.bold,
  );
}

function sentences(report: Report): string[] {
  const { modes, top, conditions } = report;
  const novelty =
    top.novelty === null ? "" : `, and in ${top.novelty.toFixed(1)} from the nearest in the dataset`;
  // Points are told apart by where they lie, not by how they are spelt.
  const differ =
    modes.kind === "peaks"
      ? ""
      : ` and differ from each other in ${top.diversity.toFixed(1)} letters${novelty}`;
  const ceiling = top.ceiling === null ? "" : ` (${top.ceiling.toFixed(3)} is the most possible)`;
  const found =
    modes.found === null || modes.total === null || modes.threshold === null || modes.radius === null
      ? []
      : [
          modes.kind === "references"
            ? `They come within ${modes.radius} edits of ${modes.found} of the ${modes.total} reference sequences (modes); all that training made come near ${modes.inTraining ?? "an unknown number"} of them.`
            : modes.kind === "peaks"
              ? `They reach ${modes.found} of the ${modes.total} peaks (modes; points of score ${modes.threshold.toFixed(3)}).`
              : `They contain ${modes.found} of the ${modes.total} best sequences that differ in at least ${modes.radius + 1} letters (modes; scores from ${modes.threshold.toFixed(3)})${conditions === undefined ? "" : ", each counted under its condition"}.`,
        ];
  return [
    ...(report.ranAway ? [upperFirst(report.ranAway.text), ""] : []),
    ...notLearned(report),
    `Of ${counted(report.samples, "fresh sample")}${conditions === undefined ? "" : `, ${grouped(conditions[0]!.samples)} under each condition,`} the best ${top.k} score ${top.mean.toFixed(3)} on average${ceiling}${differ}.`,
    ...found,
    `${counted(report.steps, "iteration")}, ${counted(report.oracleCalls, "score")} asked for in training and ${grouped(report.assessmentCalls)} for this report, ${duration(report.seconds)}.`,
  ];
}

/** What to say of a sampler that is no better than chance. */
function notLearned({ learning }: Report): string[] {
  if (learning === null || learning.better) return [];
  const { random, sampler } = learning;
  return [
    `This sampler is no better than random: its mean ${learning.logarithmic ? "log reward" : "reward"} is ${number(sampler.estimate)} ± ${number(sampler.standardError)}, that of random objects ${number(random.estimate)} ± ${number(random.standardError)}. ${learningAdvice}`,
    "",
  ];
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function number(value: number | null): string {
  return value === null ? "–" : fixed(value, 4);
}

function left(header: string): TableColumn {
  return { header, align: "left" };
}

function right(header: string): TableColumn {
  return { header, align: "right" };
}
