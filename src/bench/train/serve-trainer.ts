/**
 * Our side of a benchmark as a process that works only when it is asked. Reads `{"command": "measure", "milliseconds": 100}`
 * or `{"command": "memory"}` per line and answers with one line; ends when stdin does.
 */
import { createInterface } from "node:readline";
import { engineInfo } from "../../engine/runtime/select.ts";
import type { Trainer } from "../../training/trainer.ts";
import { burst } from "../timing.ts";

interface Request {
  readonly command: "measure" | "memory";
  readonly milliseconds?: number;
}

const answer = (message: unknown): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Answers until nobody asks any more. */
export async function serveTrainer(trainer: Trainer): Promise<void> {
  answer({ engine: (await engineInfo()).name });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      answer(await respond(trainer, JSON.parse(line) as Request));
    } catch (error) {
      answer({ error: error instanceof Error ? error.message : String(error) });
    }
  }
  await trainer.dispose();
}

async function respond(trainer: Trainer, { command, milliseconds = 0 }: Request): Promise<unknown> {
  if (command === "measure") return measure(trainer, milliseconds);
  return { megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** Time per iteration, and the part of it in which a processor worked for us. */
async function measure(trainer: Trainer, milliseconds: number): Promise<Record<string, number>> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const perIteration = await burst(() => trainer.iterate(), milliseconds);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1000 / (performance.now() - start);
  return { milliseconds: perIteration, processorMilliseconds: perIteration * share };
}
