/**
 * Our side of the training benchmark as a process of its own (`train-child.ts` starts it), so that its peak memory is that
 * of training one case and nothing else. The case is its argument. Reads `{"command": "measure", "milliseconds": 100}` or
 * `{"command": "memory"}` per line and answers with one line; ends when stdin does.
 */
import { createInterface } from "node:readline";
import { engineInfo } from "../../engine/index.ts";
import { burst } from "../timing.ts";
import type { WorkerCase } from "./train-child.ts";
import { benchTrainer } from "./train-trainer.ts";

interface Request {
  readonly command: "measure" | "memory";
  readonly milliseconds?: number;
}

const answer = (message: unknown): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

async function respond({ command, milliseconds = 0 }: Request): Promise<unknown> {
  if (command === "measure") return measure(milliseconds);
  return { megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** Time per iteration, and the part of it in which a processor worked for us. */
async function measure(milliseconds: number): Promise<Record<string, number>> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const perIteration = await burst(() => trainer.iterate(), milliseconds);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1000 / (performance.now() - start);
  return { milliseconds: perIteration, processorMilliseconds: perIteration * share };
}

const trainer = await benchTrainer(JSON.parse(process.argv[2]!) as WorkerCase);
answer({ engine: (await engineInfo()).name });
for await (const line of createInterface({ input: process.stdin })) {
  try {
    answer(await respond(JSON.parse(line) as Request));
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
}
await trainer.dispose();
