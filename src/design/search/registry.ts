/** The ways of searching by name. */
import { WindageError } from "../../error.ts";
import { Candidates } from "./candidates.ts";
import { searchWithEvolution } from "./evolution.ts";
import { searchWithGflownet } from "./gflownet.ts";
import type { Search, SearchKind } from "./search.ts";
import { turn } from "./stopped.ts";
import { searchWithThompson } from "./thompson.ts";

/** Every sequence of a small space is a candidate. */
const searchAll: Search = async ({ worth: { space, table }, signal }) => {
  if (table === null) {
    throw new WindageError(
      "design/too-large",
      `search "all": got a space of more than 2^20 sequences or of several lengths, expected a smaller one; use --search gflownet`,
    );
  }
  const candidates = new Candidates();
  for (const [index, worth] of table.entries()) {
    const tokens = space.tokensAt(index);
    if (space.obeys(tokens)) candidates.add(space.decode(tokens), worth);
    if (index % 4096 === 0) await turn(signal);
  }
  return candidates;
};

export const searches: Readonly<Record<SearchKind, Search>> = {
  gflownet: searchWithGflownet,
  evolution: searchWithEvolution,
  thompson: searchWithThompson,
  all: searchAll,
};

/** Steps of each search unless told; a sampler gains little by more than 200 where sequences cannot be listed. */
export function usualSteps(search: SearchKind, listed: boolean): number {
  if (search === "gflownet") return listed ? 800 : 200;
  return { evolution: 100, thompson: 50, all: 1 }[search];
}
