/**
 * A module for the command line whose rewards depend on a condition of its own: a word that is to occur in what is built.
 * Train it, then ask for any word, also one that has no name:
 *
 *     NODE_OPTIONS="--import tsx" npx windage train ./examples/own-condition.ts --objective stb --iterations 400
 *     NODE_OPTIONS="--import tsx" npx windage sample latest --condition TATA
 *     NODE_OPTIONS="--import tsx" npx windage sample latest --condition '[2,1,3]'
 *
 * (tsx lets Node read TypeScript; a module in JavaScript needs none of it.) Run by itself, `npx tsx
 * examples/own-condition.ts`, it trains the same from code.
 */
import {
  assess,
  createTrainer,
  functionOracle,
  parseObjective,
  sequenceEnvironment,
  stickyNoise,
  withContext,
  withNoise,
} from "windage";
import type { Generator, TaskModule } from "windage";

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

const named = { TATA: word("TATA"), GGC: word("GGC") };

const task = {
  environment: withContext(dna, { kind: "tokens", vocabulary: 4, maxLength: 4 }),
  landscape: functionOracle({
    name: "has the word",
    mode: "single",
    conditional: true,
    score: (sequence, condition) => bestMatch(sequence, condition as readonly number[]) ** 2,
  }),
  exact: true,
  conditions: named,
  contexts: {
    name: "words of two to four letters",
    examples: Object.values(named),
    // What will be asked for most is drawn most: half of all words are those with names, the others any.
    draw: (generator: Generator) =>
      generator.integer(2) === 0
        ? Object.values(named)[generator.integer(2)]!
        : Array.from({ length: 2 + generator.integer(3) }, () => generator.integer(letters.length)),
  },
} satisfies TaskModule;

export default task;

if (process.argv[1]?.endsWith("own-condition.ts")) {
  const iterations = 400;
  const objective = parseObjective("stb");
  const trainer = await createTrainer({ ...task, objective, model: { kind: "mlp" }, decayOver: iterations });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  for (const [name, context] of Object.entries(task.conditions)) {
    const found = await assess(trainer, { context, exact: true, samples: 64 });
    const { learned, exact } = found.logZ;
    console.log(
      `${name}: total variation ${found.exact.tv.toFixed(3)}, log Z ${learned!.toFixed(2)} for ${exact.toFixed(2)}, ` +
        `such as ${found.top.sequences[0]!.sequence}`,
    );
  }
  await trainer.dispose();
}
