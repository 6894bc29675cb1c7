/**
 * A program that scores peptides, as `--oracle-command` starts one: a line of JSON in for each sequence, a line out. A
 * helix is wanted whose one side is charged and whose other side is greasy, of any length: the score is the mean
 * hydrophobic moment at 100 degrees a residue, bounded by 1, times a preference for a positive charge.
 *
 * There are 20 times as many peptides with every letter more, so that without a price for letters nearly all that is
 * rewarded would have the greatest length. With the exponent 8, 20^(−length/8) makes all lengths count alike.
 * Simulated: it stands for a program of your own.
 */
import { createInterface } from "node:readline";

/** Eisenberg's consensus scale, rounded. */
const greasy = {
  A: 0.25,
  R: -1.8,
  N: -0.64,
  D: -0.72,
  C: 0.04,
  Q: -0.69,
  E: -0.62,
  G: 0.16,
  H: -0.4,
  I: 0.73,
  L: 0.53,
  K: -1.1,
  M: 0.26,
  F: 0.61,
  P: -0.07,
  S: -0.26,
  T: -0.18,
  W: 0.37,
  Y: 0.02,
  V: 0.54,
};

function score(sequence) {
  let [x, y, charge] = [0, 0, 0];
  Array.from(sequence).forEach((residue, i) => {
    const angle = (100 * i * Math.PI) / 180;
    x += greasy[residue] * Math.cos(angle);
    y += greasy[residue] * Math.sin(angle);
    charge += "KR".includes(residue) ? 1 : "DE".includes(residue) ? -1 : 0;
  });
  const moment = Math.min(1, Math.hypot(x, y) / sequence.length);
  const charged = 1 / (1 + Math.exp(-10 * (charge / sequence.length - 0.2)));
  return Math.max(moment * charged, 1e-3) * 20 ** (-sequence.length / 8);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  console.log(JSON.stringify({ id, score: score(sequence) }));
}
