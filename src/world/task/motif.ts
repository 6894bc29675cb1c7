/** `motif`: long sequences worth more the more often words occur in them, of which everything is known exactly. */
import { drawnShape } from "./drawn-shape.ts";
import { defineTask, ofAutomata, onTask } from "./task.ts";

const needs = [onTask("motif")];

export const motif = defineTask({
  ...ofAutomata,
  name: "motif",
  called: "motifs",
  one: () => "the task motif",
  help: "motif (see --motif-words)",
  settings: {
    motifWords: {
      kind: "text",
      valueName: "words",
      joins: true,
      needs,
      description:
        "The words that count, with commas in between; two of five letters, drawn by --world-seed, unless given.",
    },
    motifWeight: {
      kind: "number",
      min: -100,
      max: 100,
      default: 1.5,
      needs,
      description: "What each occurrence of a word is worth, in nats.",
    },
    motifCap: {
      kind: "integer",
      min: 1,
      max: 100,
      default: 3,
      needs,
      description: "Occurrences beyond so many are worth nothing more.",
    },
    motifStrands: {
      kind: "choice",
      choices: ["auto", "one", "both"],
      default: "auto",
      needs,
      description: "Whether words count on the other strand too; auto: where letters are A, C, G and T.",
    },
  },
  async open(config) {
    const { motifLandscape } = await import("../../landscape/automaton/motif-landscape.ts");
    const { overAutomaton } = await import("../lay-noise.ts");
    const { worldSeed: seed, motifWords: words, motifStrands: strands } = config;
    const landscape = motifLandscape({
      ...drawnShape(config),
      ...(words === null ? {} : { words: words.split(",").map((word) => word.trim()) }),
      ...(strands === "auto" ? {} : { bothStrands: strands === "both" }),
      weight: config.motifWeight,
      cap: config.motifCap,
      seed,
    });
    return overAutomaton(landscape, config);
  },
});
