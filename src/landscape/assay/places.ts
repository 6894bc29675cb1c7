/** Lists of places as people write them, `39-41,54`, and back. */
import { WindageError } from "../../error.ts";

/** Longer sequences than this nobody numbers by hand, and nobody orders. */
const mostPlaces = 100_000;

/** The places of a list, in its order; `flag` is for messages. */
export function readPlaces(text: string, flag: string): readonly number[] {
  const places: number[] = [];
  for (const part of text.split(",")) {
    const found = /^\s*(-?\d{1,9})\s*(?:[-–]\s*(-?\d{1,9})\s*)?$/.exec(part);
    const from = Number(found?.[1]);
    const to = found?.[2] === undefined ? from : Number(found[2]);
    if (found === null || to < from || to - from >= mostPlaces || places.length > mostPlaces) {
      throw new WindageError(
        "data/bad-places",
        `${flag}: got ${JSON.stringify(part.slice(0, 40))}, expected places with commas in between, such as 39-41,54`,
      );
    }
    for (let place = from; place <= to; place++) places.push(place);
  }
  const twice = places.find((place, at) => places.indexOf(place) !== at);
  if (twice !== undefined && places.length <= 2000) {
    throw new WindageError("data/bad-places", `${flag}: got place ${twice} twice, expected every place once`);
  }
  return places;
}

/** The same list, with ranges where places follow each other. */
export function writePlaces(places: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < places.length;) {
    let end = i;
    while (places[end + 1] === places[end]! + 1) end++;
    // Two in a row are no range to a reader.
    const numbers = end - i > 1 ? [`${places[i]}-${places[end]}`] : places.slice(i, end + 1).map(String);
    parts.push(...numbers);
    i = end + 1;
  }
  return parts.join(",");
}
