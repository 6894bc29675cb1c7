/** Many who want one run at once, over whatever a dead holder left behind: one of them gets it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { lockRun } from "../../src/run/lock/lock.ts";
import { outcomeOf, type Campaign } from "./campaign.ts";

const noTime = { sleep: () => Promise.resolve(), every: () => () => undefined };

export const locks: Campaign = {
  name: "locks",
  promise: "one process trains a run, and a dead one's lock is free",
  short: 60,
  long: 3_000,
  begin: () =>
    Promise.resolve(async (random, folder) => {
      const run = { id: "run", folder: join(folder, "run") };
      mkdirSync(run.folder);
      // The highest number a process can have is never given on a machine that is not very full.
      const dead = {
        pid: 4_194_303,
        host: hostname(),
        since: "2026-01-01T00:00:00.000Z",
        processStart: null,
      };
      for (let link = 0, last = ""; link < random.integer(4); last = `t${link++}`) {
        const name = link === 0 ? "lock.json" : `lock.json.after-${last}`;
        const text = random.integer(6) === 0 ? "" : JSON.stringify({ ...dead, token: `t${link}` });
        writeFileSync(join(run.folder, name), text);
      }
      const many = 2 + random.integer(6);
      const tried = await Promise.all(
        Array.from({ length: many }, () => outcomeOf(() => lockRun(run, { clock: noTime }))),
      );
      const got = tried.flatMap((one) => ("value" in one ? [one.value] : []));
      if (got.length !== 1) return `${got.length} of ${many} got the lock`;
      await got[0]!.verify();
      await got[0]!.release();
      const again = await lockRun(run, { clock: noTime });
      await again.release();
      return undefined;
    }),
};
