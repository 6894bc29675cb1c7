/** Rewards that are wanted at places of an array: each object is asked for once under each condition. */
import { contextKey } from "../../environment/context.ts";
import type { Context } from "../../landscape/context.ts";
import type { FillingMeans } from "./term-source.ts";

interface Wanted {
  readonly object: string;
  readonly context: Context | undefined;
  readonly places: number[];
}

export class WantedRewards {
  readonly #wanted = new Map<string, Wanted>();
  readonly #known = new Map<string, number>();

  /** Says what is known already and need not be asked. */
  know(object: string, context: Context | undefined, logReward: number): void {
    this.#known.set(nameOf(object, context), logReward);
  }

  want(object: string, context: Context | undefined, place: number): void {
    const name = nameOf(object, context);
    const wanted = this.#wanted.get(name);
    if (wanted) wanted.places.push(place);
    else this.#wanted.set(name, { object, context, places: [place] });
  }

  /** Asks for what is not known and writes log rewards where they are wanted. */
  async write(out: Float32Array, rewardsOf: FillingMeans["rewardsOf"]): Promise<void> {
    const asked = [...this.#wanted].filter(([name]) => !this.#known.has(name));
    const contexts = asked.flatMap(([, { context }]) => (context === undefined ? [] : [context]));
    const objects = asked.map(([, { object }]) => object);
    const rewards = await rewardsOf(objects, ...(contexts.length > 0 ? [contexts] : []));
    asked.forEach(([name], i) => this.#known.set(name, rewards[i]!));
    for (const [name, { places }] of this.#wanted) {
      for (const place of places) out[place] = this.#known.get(name)!;
    }
  }
}

const nameOf = (object: string, context: Context | undefined): string => `${contextKey(context)} ${object}`;
