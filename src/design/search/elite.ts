/**
 * The best sequences a search knows, as templates for more (conservative search): one of them is taken, or the beginning
 * of one and the rest of another, some letters are left open, and the policy fills these in. Fewer are left open where
 * the surrogate is unsure of a sequence, since what it says of the neighbours is worth less there:
 *
 *     δ(x) = open/L · 2σ̄ / (σ̄ + σ(x))          σ̄ the mean over the best
 *
 * In a space too large to be looked at, nearly everything is worth next to nothing, and a policy that starts from nothing
 * would have to find the few good regions first; here it starts where something good was measured, and goes further step
 * by step.
 */
import type { Generator } from "../../random/generator.ts";
import type { TemplateSource } from "../../training/setup/options.ts";

/** How many are kept. */
const size = 100;
/** Letters left open in expectation, where the surrogate is as sure as on average. */
const open = 2;
/** Share of templates that are made of two. */
const crossed = 0.7;

/** A sequence with the steps that build it. */
export interface EliteMember {
  readonly sequence: string;
  readonly outcomes: Int32Array;
  readonly worth: number;
}

/** A member, and how unsure the surrogate is of it. */
interface Judged extends EliteMember {
  readonly spread: number;
}

export class Elite {
  readonly #spreads: (sequences: readonly string[]) => ArrayLike<number>;
  #members: readonly Judged[] = [];
  #meanSpread = 0;

  /** `spreads` says how unsure the surrogate is of sequences; each is asked about once, when it gets among the best. */
  constructor(spreads: (sequences: readonly string[]) => ArrayLike<number>) {
    this.#spreads = spreads;
  }

  /** Takes in what is among the best. */
  add(members: readonly EliteMember[]): void {
    const least = this.#members.length < size ? Number.NEGATIVE_INFINITY : this.#members.at(-1)!.worth;
    const better = members.filter(({ worth }) => worth > least);
    if (better.length === 0) return;
    const known = new Map(this.#members.map((member) => [member.sequence, member]));
    const all = new Map<string, EliteMember>(
      [...this.#members, ...better].map((member) => [member.sequence, member]),
    );
    const best = [...all.values()].sort((a, b) => b.worth - a.worth).slice(0, size);
    const unknown = best.filter(({ sequence }) => !known.has(sequence));
    const spreads = this.#spreads(unknown.map(({ sequence }) => sequence));
    for (const [i, member] of unknown.entries()) {
      known.set(member.sequence, { ...member, spread: spreads[i]! });
    }
    this.#members = best.map(({ sequence }) => known.get(sequence)!);
    this.#meanSpread = this.#members.reduce((sum, { spread }) => sum + spread, 0) / this.#members.length;
  }

  get members(): readonly EliteMember[] {
    return this.#members;
  }

  /** One or two of the best with some letters left open. */
  readonly template: TemplateSource = (generator) => {
    const one = this.#drawn(generator);
    const other = generator.float64() < crossed ? this.#drawn(generator) : one;
    const { length } = one.outcomes;
    const cut = generator.integer(length + 1);
    // Steps of sequences of different lengths do not fit together.
    const rest = other.outcomes.length === length ? other : one;
    return Array.from({ length }, (_, t) => {
      const from = t < cut ? one : rest;
      return generator.float64() * length < this.#openOf(from) ? undefined : from.outcomes[t]!;
    });
  };

  #drawn(generator: Generator): Judged {
    return this.#members[generator.integer(this.#members.length)]!;
  }

  /** Letters of a member to leave open in expectation: none to twice as many as usual. */
  #openOf({ spread }: Judged): number {
    const both = this.#meanSpread + spread;
    return both === 0 ? open : (open * 2 * this.#meanSpread) / both;
  }
}
