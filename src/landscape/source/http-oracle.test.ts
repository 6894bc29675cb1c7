import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { backOffDelay, sleep } from "./back-off.ts";
import { HttpOracle, type HttpOptions } from "./http-oracle.ts";
import { redact, retryAfterMs } from "./http-retry.ts";

type Handler = (body: { sequences: string[] }, response: ServerResponse, request: IncomingMessage) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** An oracle for a real server on the loopback interface. */
async function serve(
  handler: Handler,
  options: Partial<HttpOptions> = {},
  path = "/score",
): Promise<HttpOracle> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => handler(JSON.parse(Buffer.concat(parts).toString()) as never, response, request));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new HttpOracle({ url: `http://127.0.0.1:${port}${path}`, backOffMs: 1, name: "lab", ...options });
}

function answerLengths({ sequences }: { sequences: string[] }, response: ServerResponse): void {
  response.end(JSON.stringify({ scores: sequences.map((sequence) => sequence.length) }));
}

describe("HttpOracle", () => {
  test("posts batches with the headers, a limited number at once", async () => {
    let running = 0;
    let most = 0;
    const sizes: number[] = [];
    const seen = new Set<string | undefined>();
    const oracle = await serve(
      (body, response, request) => {
        most = Math.max(most, ++running);
        sizes.push(body.sequences.length);
        seen.add(
          `${request.method} ${request.url} ${request.headers["content-type"]} ${request.headers["x-key"] as string}`,
        );
        setTimeout(() => {
          running--;
          answerLengths(body, response);
        }, 5);
      },
      { maxBatch: 3, concurrency: 2, headers: { "X-Key": "k1" } },
    );
    const sequences = Array.from({ length: 10 }, (_, at) => "A".repeat(at));
    expect(await oracle.score(sequences)).toEqual(Float64Array.from({ length: 10 }, (_, at) => at));
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 3, 3, 3]);
    expect(most).toBe(2);
    expect([...seen]).toEqual(["POST /score application/json k1"]);
  });

  test("repeats after 500, 503, 429 and a broken connection", async () => {
    const failures = [500, 503, 429, 0];
    const oracle = await serve((body, response, request) => {
      const status = failures.shift();
      if (status === undefined) answerLengths(body, response);
      else if (status === 0) request.socket.destroy();
      else response.writeHead(status).end();
    });
    expect(await oracle.score(["AA"])).toEqual(Float64Array.of(2));
    expect(failures).toEqual([]);
  });

  test("waits as long as Retry-After asks, and gives up when that is too long", async () => {
    let tries = 0;
    const oracle = await serve((body, response) => {
      if (tries++ === 0) response.writeHead(429, { "retry-after": "1" }).end();
      else answerLengths(body, response);
    });
    const start = performance.now();
    await oracle.score(["A"]);
    expect(performance.now() - start).toBeGreaterThan(950);
    const patient = await serve((_, response) => response.writeHead(503, { "retry-after": "3600" }).end());
    await expect(patient.score(["A"])).rejects.toThrow(
      "the server asks to wait 3600000 ms, more than maxWaitMs (60000)",
    );
  });

  test("gives up after so many attempts, keeping what other batches answered", async () => {
    let tries = 0;
    const oracle = await serve(
      (body, response) => {
        if (body.sequences[0] === "BB") {
          tries++;
          response.writeHead(500).end("out of memory");
        } else answerLengths(body, response);
      },
      { maxBatch: 1, maxRetries: 2, concurrency: 1 },
    );
    await expect(oracle.score(["A", "BB", "CCC"])).rejects.toMatchObject({
      code: "landscape/http-status",
      kind: "failure",
      message: 'lab: got status 500 with the body "out of memory", expected 200; gave up after 3 attempts',
      scores: Float64Array.of(1, Number.NaN, Number.NaN),
    });
    expect(tries).toBe(3);
  });

  test.each([
    [400, "got status 400"],
    [404, "got status 404"],
    [302, "redirects are not followed"],
  ])("does not repeat a request answered with %d", async (status, message) => {
    let tries = 0;
    const oracle = await serve((_, response) => {
      tries++;
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("no");
    });
    await expect(oracle.score(["A"])).rejects.toThrow(message);
    expect(tries).toBe(1);
  });

  test("a server that is too slow is a time-out, headers or body", async () => {
    const silent = await serve(() => undefined, { timeoutMs: 60, maxRetries: 1 });
    await expect(silent.score(["A"])).rejects.toMatchObject({ code: "landscape/http-timeout" });
    const stalling = await serve((_, response) => void response.write('{"scores":'), {
      timeoutMs: 60,
      maxRetries: 0,
    });
    await expect(stalling.score(["A"])).rejects.toThrow("no answer within 60 ms");
  });

  test("a body without an end is given up on, packed or not, and so are endless headers", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
    const packed = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const message = /got a body of more than 65600 bytes/;
    await expect(packed.score(["A"])).rejects.toMatchObject({
      code: "landscape/http-protocol",
      message: expect.stringMatching(message) as string,
    });
    let sent = 0;
    const endless = await serve((_, response) => {
      const more = (): void => {
        sent += 65_536;
        if (!response.destroyed && response.write(Buffer.alloc(65_536, "["))) setImmediate(more);
        else response.once("drain", more);
      };
      response.writeHead(500);
      more();
    });
    await expect(endless.score(["A"])).rejects.toThrow(message);
    expect(sent).toBeLessThan(50_000_000);
    const headers = await serve(
      (_, response) => {
        for (let i = 0; i < 100; i++) response.setHeader(`x-${i}`, "y".repeat(1000));
        response.end();
      },
      { maxRetries: 0 },
    );
    await expect(headers.score(["A"])).rejects.toMatchObject({ code: "landscape/http-network" });
  });

  test("no server at all is told with the system's reason", async () => {
    const oracle = new HttpOracle({ url: "http://127.0.0.1:1/score", maxRetries: 1, backOffMs: 1 });
    await expect(oracle.score(["A"])).rejects.toMatchObject({
      code: "landscape/http-network",
      message: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:1\/score: the request failed \(.*\); gave up after 2 attempts$/,
      ) as string,
    });
  });

  test.each([
    ['{"scores":[1]}', "landscape/wrong-shape", "got 1 scores for 2 sequences"],
    ['{"scores":[1,null]}', "landscape/wrong-shape", 'the score of "BB" is null'],
    ['{"scores":[1,1e999]}', "landscape/not-finite", 'the score of "BB" is Infinity'],
    ['{"scores":[1,-2.5E-400]}', "landscape/http-protocol", "its score -2.5E-400 is nearer to 0"],
    ['{"scores":7}', "landscape/wrong-shape", "expected a list"],
    ['{"values":[1,2]}', "landscape/http-protocol", 'expected {"scores":[…]}'],
    ["<html>", "landscape/http-protocol", 'the body "<html>"'],
    ["", "landscape/http-protocol", "an empty body"],
  ])("refuses the answer %s", async (text, code, message) => {
    const oracle = await serve((_, response) => response.end(text));
    await expect(oracle.score(["A", "BB"])).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test("secrets never reach a message, even when the server repeats them", async () => {
    const oracle = await serve(
      (_, response, request) =>
        response
          .writeHead(403)
          .end(`bad ${request.headers.authorization} ${request.url}; token s3cr3t-token`),
      { headers: { Authorization: "Bearer s3cr3t-token" } },
      "/score?key=q-s3cr3t",
    );
    const error = await oracle.score(["A"]).catch((reason: unknown) => reason as Error);
    const shown = JSON.stringify([
      error,
      (error as Error).message,
      (error as Error).stack,
      oracle,
      oracle.name,
    ]);
    expect(shown).toContain("[redacted]");
    expect(shown).not.toContain("s3cr3t");
    const leaky = "http://me:s3cr3t@127.0.0.1/";
    expect(() => new HttpOracle({ url: leaky })).toThrow(/^(?!.*s3cr3t).*send credentials as headers/);
    const broken = { "X-Key": "s3cr3t\nmore" };
    expect(() => new HttpOracle({ url: "http://x/", headers: broken })).toThrow(
      /^(?!.*s3cr3t)headers: "X-Key" or its value/,
    );
    expect(() => new HttpOracle({ url: "ftp://x/" })).toThrow("expected an http:// or https:// address");
  });

  test("dispose ends waiting and requests under way", async () => {
    const oracle = await serve(() => undefined);
    const owed = expect(oracle.score(["A"])).rejects.toMatchObject({ code: "landscape/disposed" });
    await sleep(30);
    await oracle.dispose();
    await owed;
    await expect(oracle.score(["A"])).rejects.toMatchObject({ code: "landscape/disposed" });
  });
});

describe("waiting", () => {
  test("doubles up to a limit, scattered by half, the same every time", () => {
    const backOff = { baseMs: 100, maxMs: 1000 };
    for (const key of [0, 1, 2, 99]) {
      for (const [attempt, full] of [
        [1, 100],
        [2, 200],
        [4, 800],
        [9, 1000],
      ] as const) {
        const delay = backOffDelay(backOff, attempt, key);
        expect(delay).toBeGreaterThanOrEqual(full / 2);
        expect(delay).toBeLessThan(full);
        expect(backOffDelay(backOff, attempt, key)).toBe(delay);
      }
    }
    expect(new Set([0, 1, 2, 3].map((key) => backOffDelay(backOff, 1, key))).size).toBe(4);
  });

  test("Retry-After as seconds, as a date, and unreadable", () => {
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterMs("3", now)).toBe(3000);
    expect(retryAfterMs(new Date(now + 5000).toUTCString(), now)).toBe(5000);
    expect(retryAfterMs(new Date(now - 5000).toUTCString(), now)).toBe(0);
    expect(retryAfterMs("soon", now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
    expect(redact("key abcd, not ab", ["abcd", "ab"])).toBe("key [redacted], not ab");
  });
});
