import { describe, expect, test } from "vitest";
import type { Report } from "../../assessment/report.ts";
import { terminalStyle } from "../terminal/style.ts";
import { reportText } from "./report-text.ts";

const plain = terminalStyle(false, {});

const exact: Report = {
  exact: { tv: 0.0667, l1: 0.1334, klReverse: 0.0212, klForward: 0.0208, jsd: 0.0052 },
  limit: { klReverse: 0.0013, tv: 0.0049, klForward: 0.001, gap: { klReverse: 0, klForward: 1e-6 } },
  regret: { klReverse: 0.0199, klForward: 0.0198 },
  naive: { tv: 0.1075 },
  logZ: { learned: 9.1338, exact: 9.1567, error: -0.0229 },
  elbo: 9.13,
  eubo: 9.18,
  correlation: { pearson: 0.99, spearman: 0.98 },
  learning: {
    random: { estimate: 0.1, standardError: 0.01, samples: 64 },
    sampler: { estimate: 0.4, standardError: 0.01, samples: 64 },
    better: true,
  },
  estimates: null,
  dynamics: { nll: 0.6892, entropy: 0.6886 },
  modes: { found: 57, total: 328, radius: 1, threshold: 0.87, kind: "sequences" },
  top: {
    k: 100,
    mean: 0.942,
    ceiling: 0.974,
    diversity: 5.6,
    novelty: 2.5,
    sequences: [{ sequence: "GCGCGTCA", score: 0.9852 }],
  },
  samples: 2048,
  oracleCalls: 256_064,
  assessmentCalls: 2048,
  steps: 1000,
  seconds: 15,
};

const guess = { estimate: 1.234_56, standardError: 0.012_34, samples: 2048 };
const sampled: Report = {
  ...exact,
  exact: { tv: null, l1: null, klReverse: null, klForward: null, jsd: null },
  limit: { klReverse: null, tv: null, klForward: null, gap: { klReverse: null, klForward: null } },
  regret: { klReverse: null, klForward: null },
  naive: { tv: null },
  logZ: { learned: 9.1338, exact: null, error: null },
  modes: { found: null, total: null, radius: null, threshold: null, kind: null },
  top: { ...exact.top, ceiling: null, sequences: [{ sequence: "A".repeat(500), score: 1 }] },
  estimates: {
    elbo: guess,
    logZ: guess,
    klReverse: null,
    meanReward: guess,
    meanScore: guess,
    atLeast: { logZ: 1.1, klReverse: null },
    effectiveSamples: 402.4,
    tail: 0.3,
  },
};

describe("reportText", () => {
  test("tells the distances, what they mean, and what was found", () => {
    const text = reportText(exact, plain);
    expect(text).toMatch(/KL\(sampler ‖ target\), nats +0\.0212 +0\.0013\n/);
    expect(text.replaceAll("\n", " ")).toContain(
      "Of 100 samples, 6.7 are not where the target would have them. For comparison: the policy with the least KL(sampler ‖ target) misplaces 0.5, a perfect sampler that ignores the noise 10.8.",
    );
    expect(text).toContain("1,000 iterations, 256,064 scores asked for in training and 2,048 for this");
  });

  test("shows a limit only for what is bounded", () => {
    // At this noise the policy of least KL has the larger total variation: it is no bound, and not shown as one.
    const above = reportText({ ...exact, limit: { ...exact.limit, tv: 0.136 }, naive: { tv: 0.133 } }, plain);
    expect(above).toMatch(/samples misplaced \(total variation\) +0\.0667\n/);
    expect(above).not.toMatch(/best possible/);
  });

  test("has no log Z to show where the objective does not train it", () => {
    const text = reportText({ ...exact, logZ: { learned: null, exact: 9.1567, error: null } }, plain);
    expect(text).toMatch(/log Z \(total reward\) +– +9\.1567/);
  });

  test("worlds known exactly: bounds where there is nothing better, and each condition by its own truth", () => {
    const none = { klReverse: null, klForward: null };
    const truth = {
      kl: none,
      klReverseAtMost: guess,
      regret: none,
      regretPerLetter: none,
      tv: null,
      best: { sequence: "ACGT", score: 0 },
    };
    const text = reportText({ ...sampled, truth }, plain);
    expect(text).toMatch(/KL\(sampler ‖ target\), nats +at most 1\.2346 +± 0\.0123/);
    expect(text).toMatch(/The target and its log Z are known exactly/);
    const known = { ...truth, kl: { klReverse: guess, klForward: guess }, klReverseAtMost: null };
    const one = { ...sampled, truth: known, logZ: { learned: 9, exact: 9.5, error: -0.5 } };
    const conditions = [
      { ...one, name: "β = 1", context: [1] },
      { ...one, name: "β = 2", context: [2] },
    ];
    const table = reportText({ ...one, conditions }, plain);
    expect(table).toMatch(/Condition +KL +regret +log Z learned +exact +best 100/);
    expect(table).toMatch(/β = 2 +1\.2346 +– +9\.0000 +9\.5000/);
  });

  test("leaves out a mean reward where scores are logarithms", () => {
    const estimates = { ...sampled.estimates, meanReward: null };
    expect(reportText({ ...sampled, estimates }, plain)).not.toContain("mean reward");
  });

  test("says how far the limits are from certain, where it shows", () => {
    const limit = { ...exact.limit, gap: { klReverse: 0.012, klForward: 0.2 } };
    expect(reportText({ ...exact, limit }, plain)).toMatch(
      /true ones lie\s+at\s+most\s+0\.20\s+nats\s+below/,
    );
    expect(reportText(exact, plain)).not.toContain("not exact");
  });

  test("marks estimates as such, with their standard errors", () => {
    const text = reportText(sampled, plain);
    expect(text).toMatch(/log Z \(total reward\) +1\.2346 +± 0\.0123/);
    expect(text).toMatch(/KL\(sampler ‖ target\), nats +–/);
    expect(text).toContain("worth 402 samples");
    expect(text).not.toMatch(/null|NaN|undefined/);
  });

  test.each([60, 80, 120])("fits %d columns, and never more than 78", (columns) => {
    for (const report of [exact, sampled]) {
      for (const line of reportText(report, plain, columns).split("\n")) {
        expect(line.length, line).toBeLessThanOrEqual(Math.min(columns, 78));
      }
    }
  });
});
