/**
 * What an environment says of one state, boiled down so that two states can be compared and many remembered. Asking
 * already finds encodings that are broken in themselves.
 */

import type { Environment } from "../environment.ts";
import type { Problems } from "./report.ts";

/** Room before and after the features, to see what is written there. */
const MARGIN = 8;

/** A number that no sensible encoding uses; a feature that keeps it was never written. */
const UNTOUCHED = Math.fround(-7.654321e-21);

export interface StateView<State> {
  readonly state: State;
  readonly key: string;
  readonly terminal: boolean;
  /** One character per action, "1" for legal ones. */
  readonly legal: string;
  /** A 53-bit hash of the encoding. */
  readonly encoding: number;
}

export class StateViewer<State> {
  readonly #environment: Environment<State>;
  readonly #problems: Problems;
  readonly #features: Float32Array<ArrayBuffer>;
  readonly #bits: Uint32Array;
  #offset = MARGIN;

  constructor(environment: Environment<State>, problems: Problems) {
    this.#environment = environment;
    this.#problems = problems;
    this.#features = new Float32Array(environment.featureCount + 2 * MARGIN);
    this.#bits = new Uint32Array(this.#features.buffer);
  }

  /** Asks every question about a state once. */
  view(state: State): StateView<State> {
    const environment = this.#environment;
    const key = environment.key(state);
    const terminal = environment.isTerminal(state);
    let legal = "";
    for (let a = 0; a < environment.actionCount; a++) legal += environment.isLegal(state, a) ? "1" : "0";
    return { state, key, terminal, legal, encoding: this.#encode(state, key) };
  }

  /** Whether two states really have the same features, and not just the same hash. */
  haveSameFeatures(one: State, other: State): boolean {
    const { featureCount } = this.#environment;
    const [left, right] = [one, other].map((state) => {
      const features = new Float32Array(featureCount);
      this.#environment.encode(state, features, 0);
      return features;
    }) as [Float32Array, Float32Array];
    return left.every((value, at) => Object.is(value, right[at]));
  }

  /** Encodes into the middle of an array of marks, looks at what was written, and returns a hash of it. */
  #encode(state: State, key: string): number {
    const features = this.#features;
    // In turn at one of two places, so that an encoding that ignores or uses its offset differs from call to call.
    const start = (this.#offset = MARGIN + MARGIN - 1 - this.#offset);
    const end = start + this.#environment.featureCount;
    features.fill(UNTOUCHED);
    this.#environment.encode(state, features, start);
    for (let at = 0; at < features.length; at++) {
      const inside = at >= start && at < end;
      const value = features[at]!;
      if (!inside && value !== UNTOUCHED) {
        const finding = `encode wrote at place ${at} when offset was ${start}, expected places ${start} to ${end - 1}`;
        this.#problems.add("encoding-window", key, finding);
        break;
      }
      if (inside && value === UNTOUCHED) {
        const finding = `encode did not write feature ${at - start}, expected ${end - start} numbers`;
        this.#problems.add("encoding-window", key, finding);
        break;
      }
      if (inside && !Number.isFinite(value)) {
        const finding = `encode wrote ${value} as feature ${at - start}, expected a finite number`;
        this.#problems.add("encoding-not-finite", key, finding);
        break;
      }
    }
    return hashWords(this.#bits, start, end);
  }
}

/** The name of the first thing in which two views differ, or undefined. */
export function difference<State>(one: StateView<State>, other: StateView<State>): string | undefined {
  if (one.key !== other.key) return `key (${JSON.stringify(one.key)} and ${JSON.stringify(other.key)})`;
  if (one.terminal !== other.terminal) return "isTerminal (true and false)";
  if (one.legal !== other.legal) return `isLegal over the actions (${one.legal} and ${other.legal})`;
  if (one.encoding !== other.encoding) return "encode";
  return undefined;
}

/** A 53-bit hash, so wide that two of a million different encodings hardly ever share it. */
function hashWords(words: Uint32Array, start: number, end: number): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let at = start; at < end; at++) {
    low = Math.imul(low ^ words[at]!, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ words[at]! ^ (low << 7), 0xc2b2ae35);
    high ^= high >>> 13;
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}
