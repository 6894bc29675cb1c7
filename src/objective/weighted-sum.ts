/** Any weighted sum of objectives; it needs what its parts need, all of them together, and reports each part. */
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import type { Head, LossReport, Objective, Terms } from "./objective.ts";

/** One summand. */
export interface WeightedPart<N extends Head = Head> {
  readonly weight: number;
  readonly objective: Objective<N>;
}

/** The heads that at least one of the parts needs. */
export type NeedsOf<P extends readonly WeightedPart[]> =
  P[number]["objective"] extends Objective<infer N> ? N : never;

/**
 * An objective that is a weighted sum of others, Σ weight · loss; parts are reported without their weights, under
 * their own names.
 */
export function weightedSum<const P extends readonly [WeightedPart, ...WeightedPart[]]>(
  parts: P,
): Objective<NeedsOf<P>> {
  check(parts);
  const objectives = parts.map(({ objective }) => objective);
  const report = (terms: Terms): LossReport => {
    const reports = parts.map(({ objective }) => objective.report(terms));
    const loss = parts
      .map(({ weight }, i) => scaled(reports[i]!.loss, weight))
      .reduce((sum, value) => sum.add(value));
    return { loss, parts: Object.assign({}, ...reports.map((each) => each.parts)) };
  };
  return {
    name: parts.map(spell).join("+"),
    needs: [...new Set(objectives.flatMap(({ needs }) => needs))] as NeedsOf<P>[],
    needsOnPolicy: objectives.some((objective) => objective.needsOnPolicy),
    perTrajectory: objectives.every((objective) => objective.perTrajectory),
    extras: [...new Set(objectives.flatMap(({ extras }) => extras))],
    loss: (terms) => report(terms).loss,
    report,
  };
}

/** A part as it would be written in a formula. */
function spell({ weight, objective: { name } }: WeightedPart): string {
  if (weight === 1) return name;
  return `${weight}*${/[+*]/.test(name) ? `(${name})` : name}`;
}

function scaled(value: JaxArray, weight: number): JaxArray {
  return weight === 1 ? value : value.mul(weight);
}

function check(parts: readonly WeightedPart[]): void {
  const names = new Set<string>();
  for (const { weight, objective } of parts) {
    if (!(weight > 0 && Number.isFinite(weight))) {
      throw new WindageError(
        "objective/bad-weight",
        (say) =>
          `${say("objective")}: got weight ${weight} for ${objective.name}, expected a number above 0; leave the part out instead.`,
      );
    }
    if (names.has(objective.name)) {
      throw new WindageError(
        "objective/duplicate-part",
        (say) =>
          `${say("objective")}: got ${objective.name} twice, expected every part once; add up its weights.`,
      );
    }
    names.add(objective.name);
  }
}
