/** The policy of a trainer on sequences of one length, laid out as exact evaluation reads it. */
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { WindageError } from "../../error.ts";
import type { Context } from "../../landscape/context.ts";
import { PolicyTable } from "./policy-table.ts";
import { listStates } from "./state-list.ts";
import type { Trainer } from "../trainer.ts";

/**
 * π(a|s) of a trainer as it is now, under one condition where there are any, as `exactLaw` takes it: for every length
 * of prefix, [prefixes in order, letters].
 */
export async function policyByDepth(
  { policy: source }: Pick<Trainer, "policy">,
  context?: Context,
): Promise<Float64Array[]> {
  const { environment } = source;
  const { alphabet, maxLength, stopAction } = environment as Partial<SequenceEnvironment>;
  if (!alphabet || maxLength === undefined || stopAction !== undefined) {
    throw new WindageError(
      "training/not-sequences",
      `${environment.name}: got no sequences of one fixed length, which is what this layout is for; use PolicyTable and a state graph.`,
    );
  }
  const table = await PolicyTable.compile(source, listStates(environment), context);
  const policy = await table.probabilities();
  await table.dispose();
  let start = 0;
  return Array.from({ length: maxLength }, (_, depth) => {
    const level = policy.subarray(start, start + alphabet.size ** (depth + 1));
    start += level.length;
    return level;
  });
}
