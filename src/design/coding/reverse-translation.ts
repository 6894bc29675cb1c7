/**
 * DNA that codes for a protein and obeys rules of its own. Of all that there is, the one with the most usual codons, or
 * one drawn by how usual they are: sums and maxima over the product of the rules' automata, codon by codon, so that
 * nothing is left to chance or to a search, and where there is no answer none exists.
 */
import type { Generator } from "../../random/generator.ts";
import type { Component } from "../rules/component.ts";
import { type ReadRules, readRules } from "../rules/read-rules.ts";
import type { Flanks, RuleValues } from "../rules/rule.ts";
import type { CodonUsage } from "./codon-usage.ts";
import { codons, translate } from "./genetic-code.ts";

/** How proteins are coded. */
export interface Coding {
  readonly usage: CodonUsage;
  /** The most usual codons, or codons drawn by how usual they are. */
  readonly choice: "usual" | "drawn";
  /** Rules on the DNA. */
  readonly rules?: RuleValues | undefined;
  /** The gene of the parent: where a design has its amino acid, its codon stays. */
  readonly gene?: string | undefined;
}

/** A state of all automata after some codons, and the ways there. */
interface Reached {
  readonly states: readonly number[];
  readonly ways: { readonly from: Reached | null; readonly codon: string; readonly weight: number }[];
  /** Over all ways, their sum or the largest. */
  total: number;
}

const alphabet = "ACGT";

/** The rules on the DNA of proteins of a length; throws for what cannot be read. */
export function readCodingRules({ rules = {} }: Coding, length: number): ReadRules {
  return readRules(rules, { alphabet, minLength: 3 * length, maxLength: 3 * length });
}

/** Codes proteins of one length. */
export class ReverseTranslation {
  readonly #coding: Coding;
  readonly #components: readonly Component[];
  readonly #flanks: Flanks;
  readonly #length: number;

  /** `length` is that of the protein. */
  constructor(coding: Coding, length: number) {
    this.#coding = coding;
    this.#length = 3 * length;
    const { rules, flanks } = readCodingRules(coding, length);
    this.#components = rules.flatMap(({ component }) => component ?? []);
    this.#flanks = flanks;
  }

  /** The DNA of a protein; undefined where none obeys. With a generator it is drawn by how usual codons are. */
  of(protein: string, generator?: Generator): string | undefined {
    const start = this.#read(
      this.#components.map(({ start: first }) => first),
      this.#flanks.before,
      () => -1,
    );
    if (start === undefined) return undefined;
    let layer: readonly Reached[] = [{ states: start, ways: [], total: 1 }];
    for (const [place, acid] of Array.from(protein).entries()) {
      const choices = this.#codonsAt(place, acid);
      const next = new Map<string, Reached>();
      let largest = 0;
      for (const from of layer) {
        for (const [codon, share] of choices) {
          const states = this.#read(from.states, codon, (i) => 3 * place + i);
          if (states === undefined) continue;
          const name = states.join(",");
          const there = next.get(name) ?? { states, ways: [], total: 0 };
          next.set(name, there);
          const weight = from.total * share;
          const way = { from, codon, weight };
          if (generator !== undefined) there.ways.push(way);
          else if (weight > there.total || there.ways.length === 0) there.ways[0] = way;
          there.total = generator === undefined ? Math.max(there.total, weight) : there.total + weight;
          largest = Math.max(largest, there.total);
        }
      }
      // Products of many shares would leave the range of numbers.
      for (const there of next.values()) there.total /= largest || 1;
      layer = [...next.values()];
    }
    const ends = layer.filter((end) => this.#isEnd(end.states));
    let end: Reached | undefined =
      generator === undefined
        ? ends.reduce<Reached | undefined>(
            (best, one) => (one.total > (best?.total ?? -1) ? one : best),
            undefined,
          )
        : drawn(ends, ({ total }) => total, generator);
    if (end === undefined) return undefined;
    const spelled: string[] = [];
    while (end !== undefined && end.ways.length > 0) {
      const way: Reached["ways"][number] =
        generator === undefined ? end.ways[0]! : drawn(end.ways, ({ weight }) => weight, generator)!;
      spelled.push(way.codon);
      end = way.from ?? undefined;
    }
    return spelled.toReversed().join("");
  }

  #codonsAt(place: number, acid: string): readonly (readonly [codon: string, share: number])[] {
    const own = this.#coding.gene?.slice(3 * place, 3 * place + 3);
    if (own !== undefined && own.length === 3 && translate(own) === acid) return [[own, 1]];
    return codons.flatMap((codon): readonly (readonly [string, number])[] => {
      const share = this.#coding.usage.get(codon) ?? 0;
      return translate(codon) === acid && share > 0 ? [[codon, share]] : [];
    });
  }

  #read(
    states: readonly number[],
    text: string,
    where: (i: number) => number,
  ): readonly number[] | undefined {
    let now = states;
    for (let i = 0; i < text.length; i++) {
      const letter = alphabet.indexOf(text[i]!);
      const next = this.#components.map((component, k) => component.step(now[k]!, letter, where(i)));
      if (next.includes(-1)) return undefined;
      now = next;
    }
    return now;
  }

  #isEnd(states: readonly number[]): boolean {
    const { before, after } = this.#flanks;
    const end = this.#read(states, after, (i) => -2 - i);
    const length = this.#length + before.length + after.length;
    return end?.every((state, k) => this.#components[k]!.accepts(state, length)) === true;
  }
}

function drawn<T>(all: readonly T[], weight: (one: T) => number, generator: Generator): T | undefined {
  let left = generator.float64() * all.reduce((sum, one) => sum + weight(one), 0);
  return all.find((one) => (left -= weight(one)) < 0) ?? all.at(-1);
}
