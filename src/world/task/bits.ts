/** `bits`: long sequences of bits around 60 known references, written in words; far past enumeration. */
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { defineTask, onTask } from "./task.ts";

const needs = [onTask("bits")];

export const bits = defineTask({
  name: "bits",
  called: "bits",
  one: () => "the task bits",
  help: "bits (see --bits)",
  builds: "sequences",
  noise: ["sticky", "memory"],
  hasScores: true,
  sizes: ["bits", "wordBits"],
  // Scores are the eighth roots of the published ones, and so many bits that rewards span a hundred orders of magnitude.
  usual: { beta: 8, floor: 1e-100 },
  settings: {
    bits: {
      kind: "integer",
      min: 24,
      max: 4096,
      default: 120,
      needs,
      description:
        "Bits per sequence, a multiple of 8 and of --word-bits; fewer than 24 have no 60 references.",
    },
    wordBits: {
      kind: "integer",
      min: 1,
      max: 10,
      default: 4,
      needs,
      description: "Bits that are written in one step.",
    },
    referenceSeed: {
      kind: "integer",
      min: 0,
      default: 0,
      needs,
      description: "Chooses the 60 reference sequences that the task is about.",
    },
  },
  environment: wordsOf,
  async open(config) {
    const environment = await wordsOf(config);
    const { bitLandscape } = await import("../../landscape/bits/bit-landscape.ts");
    const { referenceSet } = await import("../../assessment/modes/mode-set.ts");
    const landscape = bitLandscape({ bits: config.bits, seed: config.referenceSeed });
    return { environment, landscape, free: true, modes: referenceSet(landscape) };
  },
});

async function wordsOf(
  config: GeneralConfig & { readonly bits: number; readonly wordBits: number },
): Promise<Environment> {
  const { bits: length, wordBits } = config;
  if (length % wordBits !== 0) {
    throw new WindageError(
      "run/bad-options",
      (say) =>
        `${say("bits", length)}: got no multiple of ${say("wordBits", wordBits)}, expected whole words; change one of them.`,
    );
  }
  const { wordAlphabet } = await import("../../environment/sequence/word-alphabet.ts");
  const { noisySequences } = await import("../lay-noise.ts");
  return noisySequences({ alphabet: wordAlphabet(wordBits), length: length / wordBits }, config);
}
