/** What one is waiting for is said, once for requests at the same time, and not of those who are always slow. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { onWaiting, tellWhile } from "../../file/notices.ts";
import { HttpOracle } from "./http-oracle.ts";

const said: string[] = [];
onWaiting((text) => said.push(text));
afterEach(() => {
  vi.useRealTimers();
  said.length = 0;
});

/** Lets seconds pass for timers; what is in flight goes on by itself. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000 * seconds);
}

test("a silent service is named with the attempt and its limit", async () => {
  const server = createServer(() => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const url = `http://127.0.0.1:${port}/score?key=s3cret`;
  const oracle = new HttpOracle({ url, maxBatch: 1, concurrency: 3 });
  const asked = oracle.score(["A", "C", "G"]).catch((error: unknown) => error);
  await pass(4);
  expect(said).toEqual([]);
  await pass(2);
  const name = `http://127.0.0.1:${port}/score`;
  expect(said).toEqual([`Waiting for ${name}, for 5 s so far (attempt 1 of 5, each of up to 30 s).`]);
  await pass(400);
  expect(said.slice(1).map((text) => /for \d+ s so far/.exec(text)?.[0])).toEqual([
    "for 30 s so far",
    "for 60 s so far",
    "for 360 s so far",
  ]);
  vi.useRealTimers();
  await oracle.dispose();
  server.closeAllConnections();
  server.close();
  expect(await asked).toMatchObject({ code: "landscape/disposed" });
});

test("who usually takes long is spoken of only where it takes twice as long", async () => {
  vi.useFakeTimers();
  const answer = async (seconds: number): Promise<void> => {
    const work = new Promise<void>((resolve) => setTimeout(resolve, 1000 * seconds));
    const told = tellWhile("slow", work, (passed) => `${passed}`);
    await pass(seconds);
    await told;
  };
  await answer(20);
  await answer(20);
  await answer(39);
  await answer(90);
  expect(said).toEqual(["5"]);
});
