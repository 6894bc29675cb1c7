/**
 * Where the time of one iteration goes: the graph of the update, the policy in roll-outs, the JavaScript around it, Adam.
 * Each part is timed from outside, so that parts that hold others count them too. Best and median per iteration.
 *
 *     npx tsx bench/speed/iteration-parts.ts [default|peer16|peer256|train64|train128|train2048] [--seconds 3]
 */
import { parseArgs } from "node:util";
import { trainCase } from "../../src/bench/train/train-case.ts";
import { benchTrainer } from "../../src/bench/train/train-trainer.ts";
import { median } from "../../src/bench/timing.ts";
import { Adam } from "../../src/engine/optimiser/adam.ts";
import { Program } from "../../src/engine/program.ts";
import { defaultConfig } from "../../src/run/config/config.ts";
import { buildExperiment } from "../../src/run/config/build.ts";
import { RollOut } from "../../src/sampling/roll-out.ts";
import type { Trainer } from "../../src/training/trainer.ts";
import { compiledCase } from "./peers/compiled-case.ts";
import { compiledTrainer } from "./peers/compiled-trainer.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "3" } },
});
const [what = "default"] = positionals;

/** Milliseconds of each part in each iteration so far; the last entry is of the iteration under way. */
const parts = new Map<string, number[]>();
let iteration = 0;

function count(name: string, milliseconds: number): void {
  const all = parts.get(name) ?? [];
  parts.set(name, all);
  while (all.length <= iteration) all.push(0);
  all[iteration]! += milliseconds;
}

type Method = (...words: unknown[]) => unknown;

/** Times a method of a class wherever it is called. */
function watch(
  prototype: object,
  method: string,
  nameOf: (owner: { readonly name: string }) => string,
): void {
  const methods = prototype as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = function (this: { readonly name: string }, ...words) {
    const start = performance.now();
    const counted = <T>(result: T): T => {
      count(nameOf(this), performance.now() - start);
      return result;
    };
    const result = original.apply(this, words);
    return result instanceof Promise ? result.then(counted) : counted(result);
  };
}

async function trainerOf(name: string): Promise<Trainer> {
  const size = Number(/\d+$/.exec(name)?.[0]);
  if (name.startsWith("peer")) return compiledTrainer(compiledCase(size));
  if (name.startsWith("train")) return benchTrainer(trainCase(size));
  return (await buildExperiment(defaultConfig, ".")).trainer;
}

const trainer = await trainerOf(what);
watch(Program.prototype, "run", ({ name }) => `graph of the ${name}`);
watch(RollOut.prototype, "run", () => "roll-outs, with the policy");
watch(Adam.prototype, "apply", () => "Adam");
const end = performance.now() + Number(values.seconds) * 1000;
for (; performance.now() < end; iteration++) {
  const start = performance.now();
  await trainer.iterate();
  count("iteration", performance.now() - start);
}
await trainer.dispose();
console.log(`| ${what} | best, ms | median, ms |\n| --- | --- | --- |`);
for (const [name, all] of parts) {
  console.log(`| ${name} | ${Math.min(...all).toFixed(3)} | ${median(all).toFixed(3)} |`);
}
