/** Several landscapes as one under a condition: which of them is asked, such as which factor a site is to bind. */
import { WindageError } from "../../error.ts";
import { categoryOf, type Context } from "../context.ts";
import type { Landscape, Oracle } from "../landscape.ts";

/** An oracle whose condition is, or begins with, the number of the landscape that answers. */
export function categoryLandscape(landscapes: readonly Landscape[]): Oracle {
  const name = landscapes.map((landscape) => landscape.name).join(" | ");
  return {
    name,
    enumerable: false,
    conditional: true,
    free: landscapes.every((landscape) => landscape.enumerable || landscape.free === true),
    immediate: landscapes.every((landscape) => landscape.enumerable),
    at: (context) => landscapes[categoryAt(name, landscapes.length, context)]!,
    async score(sequences, contexts) {
      const places = new Map<number, number[]>();
      for (let i = 0; i < sequences.length; i++) {
        const category = categoryAt(name, landscapes.length, contexts?.[i]);
        const known = places.get(category);
        if (known) known.push(i);
        else places.set(category, [i]);
      }
      const scores = new Float64Array(sequences.length);
      for (const [category, rows] of places) {
        const answers = await landscapes[category]!.score(rows.map((row) => sequences[row]!));
        rows.forEach((row, i) => (scores[row] = answers[i]!));
      }
      return scores;
    },
    async dispose() {
      for (const landscape of landscapes) if (!landscape.enumerable) await landscape.dispose?.();
    },
  };
}

function categoryAt(name: string, count: number, context: Context | undefined): number {
  const category = categoryOf(context);
  if (category !== undefined && Number.isInteger(category) && category >= 0 && category < count)
    return category;
  throw new WindageError(
    "landscape/bad-context",
    `${name}: got the condition ${context === undefined ? "(none)" : JSON.stringify(context)}, expected a whole number from 0 to ${count - 1} in it, which says the landscape to ask.`,
  );
}
