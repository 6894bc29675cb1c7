/**
 * The words of reports in one line each, for readers who meet them for the first time. `--explain` shows those that a
 * result has; where a word is first shown, `briefly` has the few that everybody needs.
 */

interface Word {
  /** How it is called here. */
  readonly term: string;
  /** How results spell it. */
  readonly spelled: RegExp;
  readonly meaning: string;
}

const words: readonly Word[] = [
  {
    term: "target",
    spelled: /\btarget\b/,
    meaning:
      "what samples should be like: each object as often as its reward says, one of twice the reward twice as often.",
  },
  {
    term: "samples misplaced, total variation, TV",
    spelled: /\b(?:misplaced?|misplaces|total variation|TV)\b/,
    meaning:
      "the share of samples that would have to be exchanged for others to match the target; 0 is perfect, 1 is hopeless.",
  },
  {
    term: "KL",
    spelled: /\bKL\b/,
    meaning:
      "another distance between sampler and target, 0 where they are alike: by how much the logarithms of their probabilities differ, averaged over samples of the one that is named first.",
  },
  {
    term: "nats",
    spelled: /\bnats?\b/,
    meaning: "the unit of information with natural logarithms, in which KL is measured; a nat is 1.44 bits.",
  },
  {
    term: "limit",
    spelled: /\blimits?\b/,
    meaning:
      "the smallest KL that any policy can reach here; with noise it is above 0, because no way of instructing undoes all errors.",
  },
  {
    term: "regret, left to gain",
    spelled: /\bregret\b|left to gain|above the limit/,
    meaning: "KL beyond that limit: what better training could still gain.",
  },
  {
    term: "Jensen–Shannon, JSD",
    spelled: /Jensen–Shannon|\bJSD\b/,
    meaning:
      "a distance like KL that is the same both ways, at most 0.69 nats; for comparison with publications.",
  },
  {
    term: "modes",
    spelled: /\bmodes?\b/,
    meaning:
      "the best objects that differ enough from each other to count as different finds; how many were found says how varied the samples are.",
  },
  {
    term: "log Z",
    spelled: /\blog Z\b/,
    meaning: "the logarithm of the sum of all rewards; a sampler that has learned its target knows it.",
  },
  {
    term: "surprise per step",
    spelled: /surprise per step/,
    meaning:
      "how poorly the noise is predicted; learned as well as possible where it equals the exact value.",
  },
  {
    term: "α",
    spelled: /\balpha\b|α/,
    meaning: "the probability that something else happens than was intended, such as a random letter.",
  },
  {
    term: "β",
    spelled: /\bbeta\b|β/,
    meaning: "reward is score to this power: the larger, the more the best count.",
  },
  {
    term: "objective",
    spelled: /\bobjective\b/,
    meaning: "what training makes small; docs/objectives/README.md has a page for each.",
  },
  {
    term: "loss",
    spelled: /\bloss\b/,
    meaning:
      "the value of the objective in the last update; it falls in training, and runs of different objectives cannot be compared by it.",
  },
  {
    term: "top mean, best 100",
    spelled: /\btop mean\b|\bbest \d+\b/,
    meaning: "the mean score of the best of the fresh samples.",
  },
  {
    term: "sample error",
    spelled: /\bsample error\b/,
    meaning: "how far the counts of the last samples of training are from the target, per object.",
  },
  {
    term: "oracle calls, scores asked for",
    spelled: /\boracle calls?\b|\bcalls\b|scores asked for/,
    meaning: "how often a score was asked for; what a method costs where each of them is an experiment.",
  },
  {
    term: "backtest",
    spelled: /\bbacktests?\b/i,
    meaning:
      "forecasts of a part of the past that is known, made from what came before it; models are judged by them.",
  },
  {
    term: "CRPS",
    spelled: /\bCRPS\b/,
    meaning:
      "how far a forecast with its intervals is from what came, in the unit of the values; lower is better, and without intervals it is MAE.",
  },
  {
    term: "WQL",
    spelled: /\bWQL\b/,
    meaning: "the misses of all quantiles as a share of the sizes of the values.",
  },
  {
    term: "MASE",
    spelled: /\bMASE\b/,
    meaning:
      "the mean miss of the median, in units of what repeating the last season misses; below 1 is better than that.",
  },
  {
    term: "sMAPE",
    spelled: /\bsMAPE\b/,
    meaning: "the mean miss as a share of what was forecast and what came.",
  },
  { term: "MAE", spelled: /\bMAE\b/, meaning: "the mean miss of the median, in the unit of the values." },
  {
    term: "80 % covers",
    spelled: /80 % covers/,
    meaning: "how often the 80 % interval held what came; near 80 % the intervals can be believed.",
  },
  {
    term: "Pool",
    spelled: /\bPool\b/,
    meaning:
      "all models together, weighted by their backtests; what is forecast unless another is asked for.",
  },
  {
    term: "rank correlation",
    spelled: /rank correlation|\bcorrelation\b/,
    meaning: "whether predictions put things in the right order: 1 is always, 0 is no better than chance.",
  },
  ...(
    [
      [
        "sdb",
        "stochastic detailed balance: every step is made to agree with the one after it, errors counted in; the usual objective.",
      ],
      [
        "db",
        "detailed balance as published for worlds without errors; wrong under noise, and here to compare with.",
      ],
      [
        "stb",
        "stochastic trajectory balance: whole ways to an object agree with its reward, errors counted in.",
      ],
      ["ssubtb", "stochastic sub-trajectory balance: parts of ways agree, between sdb and stb."],
      ["mdb", "modified detailed balance, where every state may be an end."],
      ["edb", "expected detailed balance: can always be met, but leads to another target."],
      ["linex", "sdb with misses to one side counted more."],
      ["skl", "reverse KL over whole ways to an object."],
      ["local-kl", "KL over everything that may come next."],
      ["soft-q", "soft Q-learning, a method of reinforcement learning to compare with."],
      ["mh", "Metropolis–Hastings: a random walk among objects that prefers high rewards."],
      ["random", "objects drawn at random, the least that others have to beat."],
    ] as const
  ).map(([term, meaning]) => ({
    term,
    spelled: new RegExp(String.raw`(?<![\w-])${term}(?![\w-])`),
    meaning,
  })),
];

/** One line for each word that a text has, in the order of the glossary. */
export function explained(text: string): readonly string[] {
  return words.filter(({ spelled }) => spelled.test(text)).map(({ term, meaning }) => `${term}: ${meaning}`);
}

/** What the words of progress and of lists mean, in a line. */
export const briefly = {
  training:
    "TV is the share of samples misplaced, KL (in nats) another distance to the target, of which noise leaves a limit; modes are good finds that differ. --explain says more.",
  comparisons:
    "TV: share of samples misplaced; regret: KL to the target beyond the limit, in nats; modes: good finds that differ. --explain says more.",
  forecasts:
    "CRPS: how far forecasts with their intervals were from what came, lower is better; 80 % covers: how often the 80 % interval held it. --explain says more.",
  runs: "TV: share of samples misplaced; regret: KL to the target beyond the limit that noise sets, in nats. --explain says more.",
} as const;
