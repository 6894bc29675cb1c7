/** Our side beside compiled loops, in a process of its own; its case is its argument (`compiled-loops.ts` starts it). */
import { serveTrainer } from "../../../src/bench/train/serve-trainer.ts";
import type { CompiledCase } from "./compiled-case.ts";
import { compiledTrainer } from "./compiled-trainer.ts";

await serveTrainer(await compiledTrainer(JSON.parse(process.argv[2]!) as CompiledCase));
