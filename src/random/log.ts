/**
 * A natural logarithm that gives the same bits everywhere. `Math.log` may differ between JavaScript engines
 * in the last place; this one uses only sums, products and quotients, which IEEE 754 fixes exactly.
 * It is for positive normal numbers only, good to about 2 units in the last place; it is not a general `log`.
 */

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
/** Which of the two words holds sign and exponent: the second on little-endian machines. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * What to add to the high word so that the carry into the exponent happens at √2 rather than at 2: mantissas
 * above √2 then count as just below 1, and the logarithm of numbers near 1 loses no digits.
 */
const CARRY_AT_SQRT2 = 0x100000 - 0x6a09e;

/** `POWER[e]` is 2^(1023 − e): what brings a number of biased exponent `e` to around 1, exactly. */
const POWER = Float64Array.from({ length: 2048 }, (_, biased) => 2 ** (1023 - biased));

/**
 * `x = m·2ᵏ` with `m` between √½ and √2, `log m = 2·artanh(s)` with `s = (m−1)/(m+1)`, and the series of
 * artanh: `s² < 0.0295`, so what is left after `s¹⁹/19` is below a quarter of a unit in the last place.
 */
export function naturalLog(x: number): number {
  float[0] = x;
  const biased = (words[HIGH]! + CARRY_AT_SQRT2) >> 20;
  const m = x * POWER[biased]!;
  const s = (m - 1) / (m + 1);
  const z = s * s;
  const zz = z * z;
  // Pairs of terms, so that a processor can work on several at once.
  const low = 1 / 3 + z * (1 / 5) + zz * (1 / 7 + z * (1 / 9));
  const high = 1 / 11 + z * (1 / 13) + zz * (1 / 15 + z * (1 / 17 + z * (1 / 19)));
  return (biased - 1023) * Math.LN2 + 2 * (s + s * z * (low + zz * zz * high));
}
