import { expect, test } from "vitest";
import { askMembers } from "./ask-members.ts";
import type { Member } from "./member.ts";

const ask = { horizon: 1, periods: [1] };
const history = [Float64Array.of(1, 2)];

/** Notes when it is asked; apart, it answers when told. */
function memberOf(name: string, asked: string[], answer?: Promise<void>): Member {
  const point = [Float64Array.of(name.length)];
  return {
    name,
    ...(answer ? { isApart: true } : {}),
    forecast: () => {
      asked.push(name);
      return answer ? answer.then(() => point) : point;
    },
  };
}

test("who computes apart is asked first and waited for last, and the order of answers is that of the members", async () => {
  const [asked, begun]: [string[], string[]] = [[], []];
  let tell = (): void => undefined;
  const answer = new Promise<void>((resolve) => (tell = resolve));
  const members = [memberOf("far", asked, answer), memberOf("a", asked), memberOf("bb", asked)];
  const told = await askMembers(members, history, ask, async ({ name }) => {
    begun.push(name);
    if (name === "far") tell();
    return {};
  });
  expect(asked).toEqual(["far", "a", "bb"]);
  expect(begun).toEqual(["a", "bb", "far"]);
  expect([...told.keys()]).toEqual(["far", "a", "bb"]);
  expect(told.get("bb")).toEqual([Float64Array.of(2)]);
});

test("a signal ends the wait for one that does not answer", async () => {
  const stop = new AbortController();
  const members = [memberOf("silent", [], new Promise(() => undefined))];
  const waiting = askMembers(members, history, ask, async () => {
    setTimeout(() => stop.abort(), 10);
    return { signal: stop.signal };
  });
  await expect(waiting).rejects.toThrow("Stopped while waiting for silent");
});
