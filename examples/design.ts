/**
 * From an assay to an order, in code: read measurements, propose a batch under synthesis errors, look at it.
 * Run it with `npx tsx examples/design.ts`; it takes a few seconds.
 */

import { createSim8, Generator, propose, readAssay, uniformErrors } from "windage";

// A laboratory's file: 300 random 8-mers with decimal commas; here the simulated landscape plays the laboratory.
const landscape = createSim8();
const generator = Generator.fromSeed(7);
const rows = Array.from(generator.sampleWithoutReplacement(landscape.space.size, 300), (index) => {
  const score = landscape.table[index]! + 0.02 * generator.normal();
  return `${landscape.space.sequenceAt(index)};${score.toFixed(3).replace(".", ",")}`;
});
const assay = readAssay(["Sequence;Signal", ...rows].join("\r\n"));
for (const note of assay.notes) console.log(`read: ${note}`);

const proposal = await propose(assay.measurements, assay.alphabet, {
  batch: 8,
  errors: uniformErrors(0.05, 4),
  search: "evolution",
  steps: 30,
});
const model = proposal.models[proposal.chosen]!;
console.log(`model: ${model.name}, rank correlation ${model.spearman.toFixed(2)} on rows it had not seen`);
for (const { order, predicted, afterErrors, nearest } of proposal.designs) {
  const [low, high] = [predicted.low.toFixed(2), predicted.high.toFixed(2)];
  const [truth] = await landscape.score([order]);
  console.log(
    `${order}  predicted ${predicted.middle.toFixed(2)} (${low} … ${high}), ${afterErrors.middle.toFixed(2)} after errors, ` +
      `${nearest.distance} letters from ${nearest.sequence}; truly ${truth!.toFixed(2)}`,
  );
}
