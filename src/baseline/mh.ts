/**
 * Metropolis–Hastings over finished objects, many chains side by side. In each step a chain intends an edit at random,
 * the environment writes what its noise makes of that, and the chain keeps the result or stays where it was, so that in
 * the long run it is at each object in proportion to its reward.
 *
 * A chain is not a policy: it judges finished objects, so noise slows it down but sets no limit to what it can reach.
 */
import { carryOut, editSpace, uniformIntentions, writtenProbability } from "./chain/edits.ts";
import type { EditObject, EditSpace } from "./chain/edit-space.ts";
import { chainSampler, decide } from "./chain/chain-sampler.ts";
import { settingsFor } from "./check-settings.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";

export interface MhSettings {
  /** Chains side by side, each of which takes one step per iteration. */
  readonly chains: number;
}

export const mhDefaults: MhSettings = { chains: 16 };

/** Metropolis–Hastings on the objects of an environment, under its noise. */
export async function createMh(setup: BaselineSetup, given: Partial<MhSettings> = {}): Promise<Method> {
  const { chains } = settingsFor("mh", mhDefaults, given, { chains: "count" });
  const space = editSpace(setup.environment);
  const q = uniformIntentions(space);

  return chainSampler(setup, {
    name: "mh",
    space,
    chains,
    async step(states, { generator, propose }) {
      const edits = states.map(() => {
        const group = space.groups[generator.integer(space.groups.length)]!;
        const intended = group.first + generator.integer(group.size);
        return carryOut(space, intended, generator.float64());
      });
      const proposals = await propose(states, edits);
      return decide(states, proposals, generator, (chain, { logReward }) => {
        const state = states[chain]!;
        const gain = logReward - state.logReward;
        return gain + logHastings(space, { object: state.object, edit: edits[chain]!, there: q, back: q });
      });
    },
    dispose: () => Promise.resolve(),
  });
}

/** An edit, with the laws of intentions at the object and at what becomes of it, [edits]. */
export interface WeighedEdit {
  readonly object: EditObject;
  readonly edit: number;
  readonly there: ArrayLike<number>;
  readonly back: ArrayLike<number>;
}

/**
 * log q(x'→x) − log q(x→x'), with q(x→x') = Σ_a q(a|x) P(edit|a): what is *written* counts, whichever intention it
 * came from. Any noise is handled exactly, symmetric or not.
 */
export function logHastings(space: EditSpace, { object, edit, there, back }: WeighedEdit): number {
  const undo = space.undo(object, edit);
  return Math.log(writtenProbability(space, undo, back)) - Math.log(writtenProbability(space, edit, there));
}
