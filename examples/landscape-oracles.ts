/**
 * Scores from your own code: a function, a program that speaks JSON lines, and a memory in front of it that asks
 * for nothing twice. Run it with `npx tsx examples/landscape-oracles.ts`.
 */

import { CachedOracle, DNA, functionOracle, SequenceSpace, tabulate } from "windage";
import { CommandOracle } from "windage/source";

// A function of one sequence: the share of G and C.
const gcContent = functionOracle({
  name: "gc-content",
  mode: "single",
  score: (sequence) => sequence.replaceAll(/[^GC]/g, "").length / sequence.length,
});
console.log("function:", [...(await gcContent.score(["GATTACA", "GGCC"]))]);

// The same in another process; any language that reads and writes lines will do.
const program = `
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const { id, sequence } = JSON.parse(line);
    console.log(JSON.stringify({ id, score: sequence.replace(/[^GC]/g, "").length / sequence.length }));
  });
`;
const command = new CommandOracle({ name: "gc-program", command: [process.execPath, "-e", program] });
const cached = new CachedOracle(command);
console.log("command: ", [...(await cached.score(["GATTACA", "GGCC", "GATTACA"]))]);
console.log(`asked for ${cached.calls} scores, the program for ${cached.unique}`);
await cached.dispose();

// Over a small space every score can be asked once, which makes exact evaluation possible.
const table = await tabulate(gcContent, new SequenceSpace(DNA, 4));
console.log(`tabulated ${table.space.size} sequences, mean ${table.summary().mean}`);
