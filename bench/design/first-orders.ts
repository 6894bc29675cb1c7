/**
 * Whether the 80 % intervals of a first order hold: truths over all 65,536 sequences of eight bases, of which some are
 * measured, with and without errors of measurement; the hundred best predicted of the others are then measured likewise.
 * Prints a table for docs/results/design.md.
 *
 *   npx tsx bench/design/first-orders.ts [--truths additive,pairs] [--rows 120,1000] [--errors 0,0.3] [--seeds 1,2,3]
 */
import { parseArgs } from "node:util";
import { fitSurrogate } from "../../src/design/surrogate/surrogate.ts";
import { createSim8 } from "../../src/landscape/exact/sim8.ts";
import { SequenceSpace } from "../../src/landscape/exact/sequence-space.ts";
import { Generator } from "../../src/random/generator.ts";
import { key } from "../../src/random/key.ts";

const { values } = parseArgs({
  options: {
    truths: { type: "string", default: "additive,pairs,saturating,motifs,sim8" },
    rows: { type: "string", default: "120,1000" },
    /** In standard deviations of the truth. */
    errors: { type: "string", default: "0,0.3" },
    seeds: { type: "string", default: "1,2,3" },
  },
});
const numbers = (list: string): number[] => list.split(",").map(Number);

const [letters, length] = [4, 8];
const space = new SequenceSpace("ACGT", length);
const sequences = Array.from({ length: space.size }, (_, i) =>
  Uint8Array.from(space.sequenceAt(i), (letter) => "ACGT".indexOf(letter)),
);

type Score = (tokens: Uint8Array) => number;

/** Every letter has an effect at its place. */
function additive(generator: Generator): Score {
  const effects = Array.from({ length: length * letters }, () => generator.normal());
  return (tokens) => tokens.reduce((sum, token, t) => sum + effects[t * letters + token]!, 0);
}

/** So has every pair of letters, a weaker one. */
function pairs(generator: Generator): Score {
  const alone = additive(generator);
  const effects = Array.from({ length: (length * letters) ** 2 }, () => 0.4 * generator.normal());
  return (tokens) => {
    let sum = alone(tokens);
    for (let i = 0; i < length; i++) {
      for (let j = i + 1; j < length; j++)
        sum += effects[(i * letters + tokens[i]!) * length * letters + j * letters + tokens[j]!]!;
    }
    return sum;
  };
}

/** The same between a least and a highest score. */
function saturating(generator: Generator): Score {
  const open = pairs(generator);
  return (tokens) => 1 / (1 + Math.exp((4 - open(tokens)) / 1.5));
}

/** Three words of four letters; each letter that its best place has of a word doubles what that counts for. */
function motifs(generator: Generator): Score {
  const words = Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => generator.integer(letters)));
  return (tokens) =>
    words.reduce((sum, word) => {
      const hits = Array.from(
        { length: length - word.length + 1 },
        (_, at) => word.filter((letter, i) => tokens[at + i] === letter).length,
      );
      return sum + 2 ** Math.max(...hits);
    }, 0);
}

function sim8(): Score {
  const landscape = createSim8();
  return (tokens) => landscape.scoreOf(Array.from(tokens, (token) => "ACGT"[token]).join(""));
}

const truths: Readonly<Record<string, (generator: Generator) => Score>> = {
  additive,
  pairs,
  saturating,
  motifs,
  sim8,
};

interface Order {
  readonly inside: number;
  readonly better: number;
  /** Mean width of the intervals in standard deviations of the truth. */
  readonly width: number;
}

async function once(name: string, count: number, error: number, seed: number): Promise<Order> {
  const generator = Generator.fromSeed(1000 * seed + count);
  const truth = Float64Array.from(sequences, truths[name]!(generator));
  const mean = truth.reduce((sum, score) => sum + score, 0) / truth.length;
  const spread = Math.sqrt(truth.reduce((sum, score) => sum + (score - mean) ** 2, 0) / truth.length);
  const measure = (i: number): number => truth[i]! + error * spread * generator.normal();
  const measured = new Set<number>();
  while (measured.size < count) measured.add(generator.integer(truth.length));
  const rows = [...measured];
  const surrogate = await fitSurrogate(
    {
      sequences: rows.map((i) => sequences[i]!),
      values: rows.map(measure),
      letters,
      length,
      oneLength: true,
      dna: true,
    },
    key(seed),
  );
  const others = Array.from(truth, (_, i) => i).filter((i) => !measured.has(i));
  const predicted = surrogate.means(others.map((i) => sequences[i]!));
  const best = others
    .map((i, k) => ({ i, mean: predicted[k]! }))
    .sort((a, b) => b.mean - a.mean)
    .slice(0, 100)
    .map(({ i, mean: at }) => ({ came: measure(i), interval: surrogate.interval(at) }));
  return {
    inside: best.filter(({ came, interval: { low, high } }) => came >= low && came <= high).length,
    better: best.filter(({ came, interval }) => came > interval.high).length,
    width: best.reduce((sum, { interval: { low, high } }) => sum + (high - low) / spread / best.length, 0),
  };
}

console.log("| truth | measured | error | of 100 inside, by seed | better than that | width |");
console.log("|---|---|---|---|---|---|");
for (const name of values.truths.split(",")) {
  for (const rows of numbers(values.rows)) {
    for (const error of numbers(values.errors)) {
      const orders: Order[] = [];
      for (const seed of numbers(values.seeds)) orders.push(await once(name, rows, error, seed));
      const list = (of: (order: Order) => number): string => orders.map(of).join(", ");
      const width = orders.reduce((sum, order) => sum + order.width / orders.length, 0);
      console.log(
        `| ${name} | ${rows} | ${error} | ${list(({ inside }) => inside)} | ${list(({ better }) => better)} | ${width.toFixed(2)} |`,
      );
    }
  }
}
