/** Worth under rules: what may not be ordered is worth next to nothing, so that searches turn elsewhere. */
import type { Worth } from "../search/worth.ts";
import type { Values } from "../synthesis/after-errors.ts";
import { utilityFloor } from "../utility/utility-map.ts";

/** The same worth, with the least there is for what breaks a rule. */
export function worthUnderRules(worth: Worth): Worth {
  const { space, table, screen } = worth;
  if (space.rules === null) return worth;
  const under =
    (values: Values): Values =>
    (asked) =>
      values(asked).map((value, i) => (space.obeys(asked[i]!) ? value : utilityFloor));
  return {
    ...worth,
    table: table && table.map((value, index) => (space.obeys(space.tokensAt(index)) ? value : utilityFloor)),
    of: under(worth.of),
    screen: screen && under(screen),
  };
}
