/** What rules leave, in a sentence. */
import type { RulesReport } from "../../design/rules/ruled-space.ts";
import { countInWords } from "../../design/rules/ruled-space.ts";
import { percent } from "../../number-words.ts";

export function rulesText({ words, left, looked, share }: RulesReport): string {
  const count = BigInt(left);
  const counted = words.filter((rule) => !looked.includes(rule));
  const obeying = `${countInWords(count)} ${count === 1n ? "sequence obeys" : "sequences obey"} ${counted.length === 0 ? "these lengths" : counted.join(", ")}`;
  return share === null
    ? obeying
    : `${obeying}; about ${percent(share)} of them ${looked.join(", ")} too, which whole sequences are looked at for`;
}
