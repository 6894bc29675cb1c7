/** A report for people: how close the sampler is, how close it could be, and what it found. */
import type { Report } from "../../run/experiment/index.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { duration } from "./progress-line.ts";

export function reportText(report: Report, style: TerminalStyle): string {
  const { exact, limit, regret, naive, logZ, dynamics, modes, top } = report;
  const number = (value: number | null, digits = 4): string => (value === null ? "–" : value.toFixed(digits));
  const distances = renderTable(
    [
      { header: "distance to the target", align: "left" },
      { header: "this sampler", align: "right" },
      { header: "best possible", align: "right" },
      { header: "ignoring noise", align: "right" },
    ],
    [
      ["total variation (share of samples misplaced)", number(exact.tv), number(limit.tv), number(naive.tv)],
      ["KL from sampler to target, nats", number(exact.klReverse), number(limit.klReverse), ""],
      ["KL from target to sampler, nats", number(exact.klForward), number(limit.klForward), ""],
      ["Jensen–Shannon, nats", number(exact.jsd), "", ""],
    ],
    style.bold,
  );
  const facts = renderTable(
    [
      { header: "", align: "left" },
      { header: "learned", align: "right" },
      { header: "exact", align: "right" },
    ],
    [
      ["log Z (total reward)", number(logZ.learned), number(logZ.exact)],
      ["noise model: surprise per letter, nats", number(dynamics.nll), number(dynamics.entropy)],
    ],
  );
  const best = renderTable(
    [
      { header: "best of the samples", align: "left" },
      { header: "score", align: "right" },
    ],
    top.sequences.map(({ sequence, score }) => [sequence, score.toFixed(4)]),
    style.bold,
  );
  return [
    distances,
    `Left to gain: ${regret.klReverse.toFixed(4)} nats.`,
    "",
    facts,
    "",
    best,
    "",
    `Of ${report.samples} fresh samples the best ${top.k} score ${top.mean.toFixed(3)} on average ` +
      `(${top.ceiling.toFixed(3)} is the most possible) and differ in ${top.diversity.toFixed(1)} letters.`,
    `They contain ${modes.found} of ${modes.total} reference modes (scores from ${modes.threshold.toFixed(3)}, ` +
      `at least ${modes.radius + 1} letters apart).`,
    `${report.steps} iterations, ${report.oracleCalls} scores asked for, ${duration(report.seconds)}.`,
  ].join("\n");
}
