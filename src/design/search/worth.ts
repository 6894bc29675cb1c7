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
import type { DesignSpace } from "./design-space.ts";

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

/** Orders that were looked at, and what they are worth. */
interface Looked {
  readonly sequences: readonly string[];
  readonly tokens: readonly Uint8Array[];
  readonly values: Float64Array;
}

/**
 * The worth of some orders, each once. Where one takes dozens of results to look at, only so many of them are looked at,
 * the best without errors: errors are few, and an order that is poor without them is not among the best with them.
 */
export function worthOfBest(worth: Worth, orders: ReadonlyMap<string, Uint8Array>, most: number): Looked {
  let entries = [...orders];
  if (worth.screen !== null && entries.length > most) {
    const plain = worth.screen(entries.map(([, tokens]) => tokens));
    const ranked = entries.map((_, i) => i).sort((a, b) => plain[b]! - plain[a]! || a - b);
    entries = ranked.slice(0, most).map((i) => entries[i]!);
  }
  const tokens = entries.map(([, one]) => one);
  return { sequences: entries.map(([sequence]) => sequence), tokens, values: worth.of(tokens) };
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
