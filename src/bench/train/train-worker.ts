/**
 * One of our own cases in a process of its own (`train-child.ts` starts it), so that its peak memory is that of training
 * it and nothing else. The case is its argument.
 */
import { serveTrainer } from "./serve-trainer.ts";
import type { WorkerCase } from "./train-child.ts";
import { benchTrainer } from "./train-trainer.ts";

await serveTrainer(await benchTrainer(JSON.parse(process.argv[2]!) as WorkerCase));
