import { expect, test } from "vitest";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { createTrainer, type TrainingSetup } from "./create-trainer.ts";

const wrong: readonly (readonly [object, string])[] = [
  [{ landscape: undefined }, "landscape: got undefined, expected a landscape such as createSim8()"],
  [{ objective: "sdb" }, 'objective: got "sdb", expected an objective such as parseObjective("sdb").'],
  [{ reward: { exponent: 3 } }, "reward: got an object, expected a reward such as new Reward("],
  [{ noise: 0.3 }, "noise: got 0.3, expected noise such as stickyNoise(0.25)."],
  [{ environment: [] }, "environment: got a list, expected an environment such as sequenceEnvironment("],
  [{ dynamics: "knwn" }, 'dynamics: got "knwn", expected one of learned, known; did you mean known?'],
  [{ observes: "both" }, 'observes: got "both", expected one of outcomes, intentions;'],
  [{ engine: 3 }, "engine: got 3, expected one of onnx, wasm;"],
  [{ rate: -1 }, "rate: got -1, expected a number of at least 0;"],
  [{ rate: "0.1" }, 'rate: got "0.1", expected a number of at least 0;'],
  [{ clip: Number.NaN }, "clip: got NaN"],
  [{ dynamicsRate: Infinity }, "dynamicsRate: got Infinity"],
  [{ decayOver: -4 }, "decayOver: got -4, expected a number of at least 0;"],
  [{ epsilon: 3 }, "epsilon: got 3, expected a number from 0 to 1;"],
  [
    { temperature: { from: 2, to: 0, over: 10 } },
    "temperature.to: got 0, expected a number of at least 0.01;",
  ],
  [{ epsilon: { from: 0, to: 1, over: -1 } }, "epsilon.over: got -1, expected a number of at least 0;"],
  [{ extraUpdates: 1.5 }, "extraUpdates: got 1.5, expected an integer from 0 to 1000;"],
  [{ replay: { priority: -1 } }, "replay.priority: got -1"],
  [{ model: { hidden: 2.5 } }, "model.hidden: got 2.5, expected an integer from 1 to 8192;"],
  [{ dynamicsReplay: { rounds: 1, samples: 0 } }, "dynamicsReplay.samples: got 0"],
  [
    { temperature: { from: 2 } },
    "temperature.over: got undefined, expected a number, or all of from, to and",
  ],
  [{ epsilon: { from: 0, to: 1, ovr: 3 } }, 'epsilon: got the unknown field "ovr"; did you mean over?'],
  [{ epsilon: "0.1" }, 'epsilon: got "0.1", expected'],
  [{ budget: 500 }, "budget: got 500, expected an object with fields such as oracleCalls"],
  [{ budget: { oracleCalls: 500 } }, "budget.environmentSteps: got undefined, expected both limits"],
  [
    { budget: { oracleCalls: 0, environmentSteps: 9 } },
    "budget.oracleCalls: got 0, expected a number above 0.",
  ],
  [{ overlap: "yes" }, 'overlap: got "yes", expected true or false;'],
  [{ templates: [1, 2] }, "templates: got a list, expected a function."],
  [{ dataset: "known.csv" }, 'dataset: got "known.csv", expected a list of { object, real, score }.'],
  [{ dataset: [{ object: "ACGTACGT", score: 1 }] }, "dataset[0]: got real undefined, expected a text"],
  [{ model: { thoughts: true } }, "model.thoughts: got true, expected an object with fields such as kind"],
  [
    { model: { thoughts: { kind: "pooled", widht: 8 } } },
    'model.thoughts: got the unknown field "widht"; did you mean width?',
  ],
];

test.each(wrong)("createTrainer refuses %j", async (fields, message) => {
  // Half of these pass the types of TypeScript, and all of them those of JavaScript.
  const setup = { landscape: createSim8(), ...fields } as TrainingSetup;
  await expect(createTrainer(setup)).rejects.toThrow(message);
});
