/**
 * What comes j letters later, exactly: from the law of finished sequences follows, for every beginning s_t, the law of the
 * letter c that stands j places further on. No prediction has a smaller loss than the entropy of that law, averaged over
 * the beginnings as they occur.
 */

/** A beginning and, for every distance ahead, how likely it is to be met and followed by each letter. */
export interface Beginning {
  readonly tokens: readonly number[];
  /** P(s_t and then c, j places on), [distance, outcomes]. */
  readonly joint: Float64Array;
}

/** How well something predicts at one distance, beside the best that is possible under the same law. */
export interface PredictionFigures {
  /** Letters ahead; 1 is the very next one. */
  readonly ahead: number;
  /** Mean negative log-likelihood, nats, and its least value, the entropy. */
  readonly nll: number;
  readonly entropy: number;
  /** Share of most likely letters that come true, and the most possible. */
  readonly accuracy: number;
  readonly bestAccuracy: number;
}

/** All beginnings of the sequences of a law; `outcomes` are their tokens in the order of `law`. */
export function beginningsOf(
  outcomes: readonly ArrayLike<number>[],
  law: ArrayLike<number>,
  steps: number,
  outcomeCount: number,
): Beginning[] {
  const found = new Map<string, Beginning>();
  for (const [x, tokens] of outcomes.entries()) {
    const mass = law[x]!;
    if (mass === 0) continue;
    let name = "";
    for (let t = 0; t < tokens.length; t++) {
      let beginning = found.get(name);
      if (beginning === undefined) {
        beginning = {
          tokens: Array.from({ length: t }, (_, i) => tokens[i]!),
          joint: new Float64Array(steps * outcomeCount),
        };
        found.set(name, beginning);
      }
      for (let j = 0; j < steps && t + j < tokens.length; j++) {
        beginning.joint[j * outcomeCount + tokens[t + j]!]! += mass;
      }
      name += `${tokens[t]!},`;
    }
  }
  return [...found.values()];
}

/** Figures by distance; `logPredicted` is [beginnings, distances, outcomes]. */
export function judgePredictions(
  beginnings: readonly Beginning[],
  logPredicted: ArrayLike<number>,
  steps: number,
  outcomeCount: number,
): PredictionFigures[] {
  return Array.from({ length: steps }, (_, j) => {
    let [total, nll, entropy, right, most] = [0, 0, 0, 0, 0];
    for (const [row, { joint }] of beginnings.entries()) {
      const chances = joint.subarray(j * outcomeCount, (j + 1) * outcomeCount);
      const mass = chances.reduce((sum, p) => sum + p, 0);
      if (mass === 0) continue;
      const start = (row * steps + j) * outcomeCount;
      let guess = 0;
      for (let c = 0; c < outcomeCount; c++) {
        const p = chances[c]!;
        if (logPredicted[start + c]! > logPredicted[start + guess]!) guess = c;
        if (p === 0) continue;
        nll -= p * logPredicted[start + c]!;
        entropy -= p * Math.log(p / mass);
      }
      total += mass;
      right += chances[guess]!;
      most += chances.reduce((a, b) => Math.max(a, b));
    }
    return {
      ahead: j + 1,
      nll: nll / total,
      entropy: entropy / total,
      accuracy: right / total,
      bestAccuracy: most / total,
    };
  });
}
