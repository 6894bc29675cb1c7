/**
 * From a laboratory's CSV to a FASTA file for a supplier, in code: read whatever the file looks like, propose a batch,
 * write it. Run it with `npx tsx examples/csv-to-fasta.ts`; it takes a few seconds.
 */

import { createSim8, Generator, propose, readAssay, readErrorModel, writeOrder } from "windage";

// The file, as a spreadsheet writes it: a mark at its beginning, semicolons, decimal commas, Windows line ends, lower
// case, a repeat, a gap. Lower is better here; the simulated landscape plays the laboratory.
const landscape = createSim8();
const generator = Generator.fromSeed(11);
const rows = Array.from(generator.sampleWithoutReplacement(landscape.space.size, 250), (index, i) => {
  const sequence = landscape.space.sequenceAt(index);
  const kcal = (-9 * landscape.table[index]!).toFixed(2).replace(".", ",");
  return `${i % 6 === 0 ? sequence.toLowerCase() : sequence};${i % 50 === 7 ? "n.d." : kcal}`;
});
const file = `\uFEFFOligo;dG (kcal/mol)\r\n${[...rows, rows[0]].join("\r\n")}\r\n`;

const { measurements, alphabet, notes } = readAssay(file, {}, "assay.csv");
for (const note of notes) console.log(`; ${note}`);

const errors = readErrorModel(
  "intended,A,C,G,T\nA,0.97,0.01,0.01,0.01\nC,0.01,0.97,0.01,0.01\nG,0.02,0.01,0.96,0.01\nT,0.01,0.01,0.01,0.97\n",
  alphabet,
);
const { designs } = await propose(measurements, alphabet, {
  minimize: true,
  errors,
  batch: 6,
  search: "evolution",
  steps: 20,
});
console.log(writeOrder(designs, "fasta"));
