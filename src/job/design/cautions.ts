/** What is to be known of an order before it is made: that the model knows little, or why its intervals may be wrong. */
import type { Proposal } from "../../design/propose.ts";
import { extent } from "../../figure/draw/extent.ts";
import { grouped } from "../../number-words.ts";

/** What is known about an order beside the proposal itself. */
interface OrderFacts {
  readonly minimize: boolean;
  /** All scores that were measured. */
  readonly measured: readonly number[];
  readonly round: number;
}

/** Below this rank correlation on unseen rows a model may say too little to order by. */
const leastCorrelation = 0.3;
/** What the tenth predicted highest has to be above the others, in standard errors of chance, to be believed all the same. */
const leastLift = 2;

/** As many misses as an interval is made of; with fewer sequences as good as the designs, most of them are of others. */
const fewestAlike = 40;

/** Below so many that are as good as the designs, intervals are guesses. */
const fewestToJudge = 10;

/** Cautions in sentences without a full stop; none where all is well. */
export function cautionsOn(proposal: Proposal, facts: OrderFacts): readonly string[] {
  const { measured, minimize, round } = facts;
  const { spearman, lift = 0 } = proposal.models[proposal.chosen]!;
  const { beyond, alike } = judgedBy(proposal, facts);
  const tied = tiedAtWorst(measured, minimize);
  return [
    ...(tied === undefined ? [] : [tied]),
    ...(spearman < leastCorrelation && lift < leastLift
      ? [
          `the model hardly tells which of two unseen sequences is better (rank correlation ${spearman.toFixed(2)}${
            spearman < chanceCorrelation(measured.length) ? ", no better than chance" : ""
          }), so that this batch is little better than a random one: measure more first, or variants of something that works; check --score-column, --minimize and --log`,
        ]
      : []),
    ...uncoded(proposal),
    ...(isFarOut(proposal)
      ? [
          "designs lie further from everything measured than the misses that intervals are made of: take predictions for an order of merit, and go on in rounds (--project)",
        ]
      : []),
    ...(round === 1 && !beyond && alike < fewestAlike
      ? [
          `${alike} of what was measured ${alike === 1 ? "scores" : "score"} as much as the middle design is predicted to, so that intervals are made of misses of poorer sequences: ${
            isOrderOfMerit(proposal, facts)
              ? "take the predictions for an order of merit, whose results will say how good it is"
              : "in a first order fewer than four of five results may fall into them"
          }`,
        ]
      : []),
    ...(round === 1 && beyond
      ? [
          "most designs are predicted to beat everything measured, and nothing measured can tell how far off such predictions are: take them for an order of merit, and do not rely on the intervals of this first order, its results will mend those of the next",
        ]
      : []),
  ];
}

/** How much of what was measured is as good as the designs are predicted to be. */
function judgedBy(
  { designs }: Proposal,
  { measured, minimize }: OrderFacts,
): { readonly beyond: boolean; readonly alike: number } {
  const direction = minimize ? -1 : 1;
  const best = bestOf(measured, minimize);
  const records = designs.filter(({ predicted }) => direction * (predicted.middle - best) > 0);
  const middle = designs[designs.length >> 1]?.predicted.middle ?? best;
  return {
    beyond: records.length > designs.length / 2,
    alike: measured.filter((score) => direction * (score - middle) >= 0).length,
  };
}

/** Whether nothing that was measured can say how far off predictions of this order are. */
export function isOrderOfMerit(proposal: Proposal, facts: OrderFacts): boolean {
  const { beyond, alike } = judgedBy(proposal, facts);
  return facts.round === 1 && (beyond || alike < fewestToJudge);
}

/** Designs without the DNA that others have: nothing codes for them and obeys the rules. */
function uncoded({ designs }: Proposal): readonly string[] {
  const without = designs.filter(({ dna }) => dna === undefined).length;
  return without === 0 || without === designs.length
    ? []
    : [
        `no DNA codes for ${grouped(without)} of the designs and obeys the rules on it: loosen --dna-avoid, --dna-max-run or --dna-gc, or leave these designs out`,
      ];
}

/** What to say where most of what was measured has one and the same score, the worst, as below a limit of detection. */
export function tiedAtWorst(measured: readonly number[], minimize: boolean): string | undefined {
  const worst = bestOf(measured, !minimize);
  const tied = measured.filter((score) => score === worst).length;
  const others = measured.length - tied;
  if (tied <= others) return undefined;
  return `${grouped(tied)} of ${grouped(measured.length)} measured sequences share the worst score, and nothing tells them apart: what is learned comes of the other ${grouped(others)}. Check --minimize, and where they lie at a limit of detection, measure more of what lies above it, or variants of that`;
}

/** Two standard errors of a rank correlation where there is none. */
function chanceCorrelation(rows: number): number {
  return 2 / Math.sqrt(Math.max(1, rows - 1));
}

/** The best of some scores. */
export function bestOf(scores: readonly number[], minimize: boolean): number {
  const [least, greatest] = extent(scores);
  return minimize ? least : greatest;
}

/** Whether designs differ from everything measured in many letters, and in a good part of them. */
function isFarOut({ designs, novelty }: Proposal): boolean {
  const letters = designs.reduce((sum, { order }) => sum + order.length, 0) / Math.max(1, designs.length);
  return novelty > 3 && novelty > 0.15 * letters;
}
