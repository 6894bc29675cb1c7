/** Trainers made, used and given back one after another in one process, as a service does: it must not grow. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import { functionOracle } from "../../src/landscape/oracle/function-oracle.ts";
import { SequenceSpace } from "../../src/landscape/exact/sequence-space.ts";
import { tabulate } from "../../src/landscape/exact/tabulate.ts";
import { createTrainer } from "../../src/training/setup/create-trainer.ts";
import type { Campaign } from "./campaign.ts";

/** Trainers of a try; the long form makes 200 with those that warm up. */
const trainers = 10;
/** Kilobytes each may leave; one that keeps its graph leaves 420. */
const most = 100;

export const manyTrainers: Campaign = {
  name: "many-trainers",
  promise: "a process that makes trainers and gives them back does not grow",
  short: 1,
  long: 19,
  async begin() {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const score = (word: string): number => 0.1 + (word.split("G").length - 1) / 3;
    const landscape = await tabulate(functionOracle({ mode: "single", score }), new SequenceSpace("ACGT", 3));
    const make = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const trainer = await createTrainer({ landscape, noise: stickyNoise(0.1), seed: i });
        await trainer.iterate();
        await trainer.dispose();
      }
    };
    const kilobytes = async (): Promise<number> => {
      // Twice: memory outside the heap goes with its owner, and that is told a turn after the owner went.
      for (let i = 0; i < 2; i++) {
        await new Promise((done) => setTimeout(done, 50));
        collect();
      }
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 1000;
    };
    await make(trainers);
    return async () => {
      const before = await kilobytes();
      await make(trainers);
      const each = ((await kilobytes()) - before) / trainers;
      return each < most ? undefined : `${trainers} trainers left ${each.toFixed(0)} kB each`;
    };
  },
};
