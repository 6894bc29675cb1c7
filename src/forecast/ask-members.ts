/** Asking all members about the same histories: one after the other, but for those that compute apart meanwhile. */
import { unlessStopped } from "../assessment/take-steps.ts";
import type { Ask, Member, PointForecasts, Watch } from "./member.ts";

/** What each member says, in their order; `begin` hears whose turn it is and says how to watch it. */
export async function askMembers(
  members: readonly Member[],
  histories: readonly Float64Array[],
  ask: Ask,
  begin: (member: Member) => Promise<Watch>,
): Promise<Map<string, PointForecasts>> {
  const apart = new Map(
    members
      .filter(({ isApart }) => isApart)
      .map((member) => [member, Promise.resolve(member.forecast(histories, ask))]),
  );
  // Should another one fail, or the signal come, nobody waits for these any more.
  void Promise.allSettled(apart.values());
  const told = new Map<string, PointForecasts>();
  for (const member of [...members.filter((one) => !apart.has(one)), ...apart.keys()]) {
    const watch = await begin(member);
    const early = apart.get(member);
    const forecast =
      early === undefined
        ? await member.forecast(histories, ask, watch)
        : await unlessStopped(early, `Waiting for ${member.name}`, watch.signal);
    told.set(member.name, forecast);
  }
  return new Map(members.map(({ name }) => [name, told.get(name)!]));
}
