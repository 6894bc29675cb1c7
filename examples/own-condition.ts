/**
 * A module for the command line whose rewards depend on a condition of its own: a word that is to occur in what is built.
 * Train it, then ask for any word, also one that has no name:
 *
 *     npx tsx src/cli/main.ts train ./examples/own-condition.ts --iterations 300
 *     npx tsx src/cli/main.ts sample latest --condition TATA
 *     npx tsx src/cli/main.ts sample latest --condition '[2,1,3]'
 *
 * Run by itself (`npx tsx examples/own-condition.ts`) it says what the module is.
 */
import { assess, createTrainer, functionOracle, sequenceEnvironment, stickyNoise, withNoise } from "windage";
import type { TaskModule } from "windage";
import { withContext } from "windage/environment";
import type { Generator } from "windage/random";

const letters = "ACGT";
const dna = withNoise(sequenceEnvironment({ alphabet: letters, length: 5 }), stickyNoise(0.05));

/** The word as tokens: 0 is A, 1 is C and so on. */
const word = (text: string): number[] => Array.from(text, (letter) => letters.indexOf(letter));

/** The largest share of the word that some place of the sequence matches. */
function bestMatch(sequence: string, tokens: readonly number[]): number {
  const matches = Array.from({ length: sequence.length - tokens.length + 1 }, (_, start) =>
    tokens.reduce((hits, token, i) => hits + (sequence[start + i] === letters[token] ? 1 : 0), 0),
  );
  return Math.max(...matches) / tokens.length;
}

const task = {
  environment: withContext(dna, { kind: "tokens", vocabulary: 4, maxLength: 4 }),
  landscape: functionOracle({
    name: "has the word",
    mode: "single",
    conditional: true,
    score: (sequence, condition) => bestMatch(sequence, condition as readonly number[]) ** 2,
  }),
  exact: true,
  conditions: { TATA: word("TATA"), GGC: word("GGC") },
  contexts: {
    name: "words of two to four letters",
    examples: [],
    draw: (generator: Generator) =>
      Array.from({ length: 2 + generator.integer(3) }, () => generator.integer(letters.length)),
  },
} satisfies TaskModule;

export default task;

if (process.argv[1]?.endsWith("own-condition.ts")) {
  const trainer = await createTrainer({ ...task, model: { kind: "mlp", hidden: 64 }, decayOver: 150 });
  for (let i = 0; i < 150; i++) await trainer.iterate();
  for (const [name, context] of Object.entries(task.conditions)) {
    const found = await assess(trainer, { context, exact: true, samples: 64 });
    const { learned, exact } = found.logZ;
    console.log(
      `${name}: total variation ${found.exact.tv!.toFixed(3)}, log Z ${learned!.toFixed(2)} for ${exact!.toFixed(2)}, ` +
        `such as ${found.top.sequences[0]!.sequence}`,
    );
  }
  await trainer.dispose();
}
