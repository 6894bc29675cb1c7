/** What can be chosen about a transformer, with its defaults, and what cannot work. */
import type { Wording } from "../../wording.ts";
import { WindageError } from "../../error.ts";
import { positionKinds } from "./positions.ts";
import type { PositionKind } from "./positions.ts";

/** Width, heads, blocks and positions of a transformer. */
export interface TransformerOptions {
  /** Blocks, one after the other. */
  readonly layers?: number;
  /** Columns of a row. */
  readonly width?: number;
  /** Attention heads; they share the width. */
  readonly heads?: number;
  /** Hidden units of each feed-forward layer; four times the width by default. */
  readonly inner?: number;
  readonly positions?: PositionKind;
  /** Whether rows are normed once more after the last block; true unless given. */
  readonly finalNorm?: boolean;
}

/** A transformer's sizes with nothing left open. */
export interface TransformerSizes extends Required<TransformerOptions> {
  /** Different token ids. */
  readonly vocabulary: number;
  /** Most positions of a sequence. */
  readonly length: number;
  /** Columns of one head. */
  readonly columns: number;
}

export function resolveTransformer(
  { vocabulary, length }: { readonly vocabulary: number; readonly length: number },
  options: TransformerOptions,
): TransformerSizes {
  const { layers = 2, width = 64, heads = 4, positions = "learned", finalNorm = true } = options;
  const { inner = 4 * width } = options;
  for (const [name, value] of Object.entries({ vocabulary, length, layers, width, heads, inner })) {
    if (!Number.isInteger(value) || value < 1) {
      throw problem(`got ${name} = ${value}, expected a whole number of at least 1.`);
    }
  }
  if (!positionKinds.includes(positions)) {
    throw problem(`got positions "${positions}", expected one of ${positionKinds.join(", ")}.`);
  }
  const columns = width / heads;
  if (!Number.isInteger(columns)) {
    throw problem(
      (say) =>
        `got a width (${say("model.hidden")}) of ${width} for ${heads} heads, expected a multiple; choose ${heads * Math.ceil(columns)}.`,
    );
  }
  if (positions === "rotary" && columns % 2 === 1) {
    throw problem(
      `got rotary positions with ${columns} columns per head, expected an even number, because columns turn in pairs; choose a width of ${width + heads}.`,
    );
  }
  return { layers, width, heads, inner, positions, finalNorm, vocabulary, length, columns };
}

const problem = (text: string | Wording): WindageError =>
  new WindageError(
    "model/bad-transformer",
    (say) => `${say("model.kind", "transformer")}: ${typeof text === "string" ? text : text(say)}`,
  );
