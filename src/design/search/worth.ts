/**
 * What ordering a sequence is worth: the utility of what the surrogate says about it, averaged over what synthesis
 * errors make of it. What was measured before is worth nothing if errors make it again: otherwise the neighbours of the
 * best measured sequences would be ordered for the chance that an error makes those once more. Small spaces are worked out as a whole, once and exactly; otherwise sequences are asked for as a
 * search needs them. The order decides, not the outcome: nobody sees the errors before the batch is measured.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import { tableAfterErrors, type Values, valuesAfterErrors } from "../synthesis/after-errors.ts";
import { type ErrorModel, isFaultless } from "../synthesis/error-model.ts";
import { utilityFloor } from "../utility/utility-map.ts";
import { Candidates } from "./candidates.ts";
import type { DesignSpace } from "./design-space.ts";
import type { SearchTask } from "./search.ts";
import { turn } from "./stopped.ts";

export interface Worth {
  readonly space: DesignSpace;
  /** The worth of every sequence by number, where the space is small; else null. */
  readonly table: Float64Array | null;
  /** What every sequence is worth once it is made, measured before or not; null likewise. */
  readonly made: Float64Array | null;
  /** The worth of orders. */
  readonly of: Values;
  /** What orders would be worth without errors, where that is far sooner known than what they are worth; else null. */
  readonly screen: Values | null;
}

/**
 * What searches climb: the worth of orders, or, where an order takes dozens of results to look at, what it would be worth
 * without errors. Errors are few, so what is best with them is among the best without.
 */
export const climbed = (worth: Worth): Values => worth.screen ?? worth.of;

/** Candidates whose worth is known with errors, for every design that is wanted, and at least. */
const [finalistsPerDesign, fewestFinalists] = [30, 3000];
/** Finalists looked at between two words about how far it is. */
const lookedAtOnce = 32;

/**
 * What a search found, by its worth: where it climbed something else, the best by that are looked at with errors. The
 * others come after them in their order, so that a batch whose designs lie far apart can still be filled.
 */
export async function finalists(
  worth: Worth,
  found: Candidates,
  batch: number,
  { signal, onProgress }: Pick<SearchTask, "signal" | "onProgress">,
): Promise<Candidates> {
  if (worth.screen === null) return found;
  const ranked = found.ranked();
  const best = ranked.slice(0, Math.max(fewestFinalists, finalistsPerDesign * batch));
  const judged = new Candidates(found.count);
  // The least that errors leave of a worth; times this, the others cannot pass any that was judged.
  let least = 1;
  for (let from = 0; from < best.length; from += lookedAtOnce) {
    await turn(signal);
    const some = best.slice(from, from + lookedAtOnce);
    const values = worth.of(some.map(({ sequence }) => worth.space.encode(sequence)));
    for (const [i, { sequence, worth: plain }] of some.entries()) {
      judged.add(sequence, values[i]!);
      least = Math.min(least, values[i]! / plain);
    }
    onProgress?.("Looking at what errors make of the best", (from + some.length) / best.length);
  }
  for (const { sequence, worth: plain } of ranked.slice(best.length)) judged.add(sequence, least * plain);
  return judged;
}

/** Sequences predicted between two looks at who else wants a turn. */
const chunk = 2048;

/** Averages the utility of what is new over synthesis errors; `onShare` hears how far a space that is worked out as a whole is. */
export function* createWorth(
  space: DesignSpace,
  utility: Values,
  errors: ErrorModel,
  measured: readonly Uint8Array[],
  onShare: (share: number) => void = () => undefined,
): Steps<Worth> {
  const { all } = space;
  if (all === null) {
    const lengths = { ...space.lengths, otherwise: utilityFloor };
    if (isFaultless(errors)) return { space, table: null, made: null, of: utility, screen: null };
    const known = new Set(measured.map((tokens) => space.decode(tokens)));
    const ofNew: Values = (asked) =>
      utility(asked).map((value, i) => (known.has(space.decode(asked[i]!)) ? utilityFloor : value));
    const of = valuesAfterErrors(ofNew, errors, lengths);
    return { space, table: null, made: null, of, screen: utility };
  }
  const plain = yield* tabulateValues(space, all.size, utility, onShare);
  const V = space.alphabet.length;
  const numberOf = (tokens: ArrayLike<number>): number => {
    let number = 0;
    for (let t = 0; t < tokens.length; t++) number = number * V + tokens[t]!;
    return number;
  };
  const ofNew = plain.slice();
  for (const tokens of measured) ofNew[numberOf(tokens)] = utilityFloor;
  const table = isFaultless(errors) ? plain : tableAfterErrors(ofNew, space.maxLength, errors);
  return {
    space,
    table,
    made: plain,
    of: (orders) => Float64Array.from(orders, (tokens) => table[numberOf(tokens)]!),
    screen: null,
  };
}

/** Values of every sequence of a numbered space. */
function* tabulateValues(
  space: DesignSpace,
  size: number,
  values: Values,
  onShare: (share: number) => void,
): Steps<Float64Array> {
  const table = new Float64Array(size);
  for (let from = 0; from < size; from += chunk) {
    const count = Math.min(chunk, size - from);
    table.set(values(Array.from({ length: count }, (_, i) => space.tokensAt(from + i))), from);
    onShare((from + count) / size);
    yield undefined;
  }
  return table;
}
