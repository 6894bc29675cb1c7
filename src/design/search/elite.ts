/**
 * The best sequences a search knows, as templates for more (conservative search): one of them is taken, or the beginning
 * of one and the rest of another, some letters are left open, and the policy fills these in. In a space too large to be looked at, nearly everything is worth
 * next to nothing, and a policy that starts from nothing would have to find the few good regions first; here it starts
 * where something good was measured, and goes further step by step.
 */
import type { Generator } from "../../random/index.ts";
import type { TemplateSource } from "../../training/index.ts";

/** How many are kept. */
const size = 100;
/** Letters left open in expectation. */
const open = 2;
/** Share of templates that are made of two. */
const crossed = 0.7;

/** A sequence with the steps that build it. */
export interface Member {
  readonly sequence: string;
  readonly outcomes: Int32Array;
  readonly worth: number;
}

export class Elite {
  #members: readonly Member[] = [];

  /** Takes in what is among the best. */
  add(members: readonly Member[]): void {
    const least = this.#members.length < size ? Number.NEGATIVE_INFINITY : this.#members.at(-1)!.worth;
    const better = members.filter(({ worth }) => worth > least);
    if (better.length === 0) return;
    const all = new Map([...this.#members, ...better].map((member) => [member.sequence, member]));
    this.#members = [...all.values()].sort((a, b) => b.worth - a.worth).slice(0, size);
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  /** One or two of the best with some letters left open. */
  readonly template: TemplateSource = (generator) => {
    const one = this.#drawn(generator);
    const other = generator.float64() < crossed ? this.#drawn(generator) : one;
    const cut = generator.integer(one.length + 1);
    // Steps of sequences of different lengths do not fit together.
    const rest = other.length === one.length ? other : one;
    return Array.from(one, (outcome, t) =>
      generator.float64() * one.length < open ? undefined : t < cut ? outcome : rest[t]!,
    );
  };

  #drawn(generator: Generator): Int32Array {
    return this.#members[generator.integer(this.#members.length)]!.outcomes;
  }
}
