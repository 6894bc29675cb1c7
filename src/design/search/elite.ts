/**
 * The best sequences a search knows, as templates for more (conservative search): one of them is taken, some of its
 * letters are left open, and the policy fills these in. In a space too large to be looked at, nearly everything is worth
 * next to nothing, and a policy that starts from nothing would have to find the few good regions first; here it starts
 * where something good was measured, and goes further step by step.
 */
import type { TemplateSource } from "../../training/index.ts";

/** How many are kept. */
const size = 100;
/** Letters left open in expectation. */
const open = 4;

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

  /** One of the best with some letters left open. */
  readonly template: TemplateSource = (generator) => {
    const { outcomes } = this.#members[generator.integer(this.#members.length)]!;
    return Array.from(outcomes, (outcome) =>
      generator.float64() * outcomes.length < open ? undefined : outcome,
    );
  };
}
