/** A service that answers with redirects to files, other machines and itself: none is followed, and nothing of one is read. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeFileSync } from "node:fs";
import { HttpOracle } from "../../src/landscape/source/http-oracle.ts";
import { outcomeOf, pick, type Campaign } from "./campaign.ts";

const statuses = [201, 204, 300, 301, 302, 303, 304, 305, 307, 308, 399];

export const redirects: Campaign = {
  name: "redirects",
  promise: "a service leads nowhere else",
  short: 40,
  long: 2_000,
  async begin(shared) {
    const treasure = join(shared, "treasure.json");
    writeFileSync(treasure, '{"scores":[42]}');
    return async (random) => {
      let asked = 0;
      const status = pick(random, statuses);
      const own = pick(random, ["/elsewhere", "//127.0.0.1:1/", ""]);
      const places = [
        pathToFileURL(treasure).href,
        "file:///etc/passwd",
        'data:application/json,{"scores":[42]}',
      ];
      const location = pick(random, [...places, "http://127.0.0.1:1/", "javascript:1", "\u00ff", own]);
      const header = pick(random, ["location", "refresh", "content-location", "link"]);
      const server = createServer((request, response) => {
        asked++;
        request.resume();
        const value = header === "refresh" ? `0; url=${location}` : location;
        response.writeHead(status, { [header]: value });
        response.end(status === 204 || status === 304 ? undefined : `see ${location}`);
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      try {
        const { port } = server.address() as AddressInfo;
        const oracle = new HttpOracle({ url: `http://127.0.0.1:${port}/score`, backOffMs: 1, maxRetries: 1 });
        const said = `${status} with ${header}: ${location}`;
        const answer = await outcomeOf(() => oracle.score(["A"]));
        if ("value" in answer) return `${said}: got the scores ${JSON.stringify(answer.value)}`;
        if (asked !== 1) return `${said}: asked ${asked} times`;
        return answer.error.code.startsWith("landscape/http-") ? undefined : `${said}: ${answer.error.code}`;
      } finally {
        server.closeAllConnections();
        server.close();
      }
    };
  },
};
