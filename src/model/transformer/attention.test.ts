/** Long sequences, whose positions ask in groups, against the plain formula in float64. */
import { expect, test } from "vitest";
import { compile } from "../../engine/program.ts";
import { f32 } from "../../engine/spec.ts";
import { np, valueAndGrad } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { Generator } from "../../random/generator.ts";
import { attendCausally } from "./attention.ts";

const [batch, heads, size] = [2, 2, 3];
const width = heads * size;

/** Mixed values [T, B, H, D] by the definition. */
function plain(length: number, q: Float32Array, k: Float32Array, v: Float32Array): Float64Array {
  const at = (t: number, b: number, h: number, d: number): number => ((t * batch + b) * heads + h) * size + d;
  const mixed = new Float64Array(q.length);
  for (let t = 0; t < length; t++)
    for (let b = 0; b < batch; b++)
      for (let h = 0; h < heads; h++) {
        const weights = Array.from({ length: t + 1 }, (_, s) => {
          let score = 0;
          for (let d = 0; d < size; d++) score += q[at(t, b, h, d)]! * k[at(s, b, h, d)]!;
          return Math.exp(score / Math.sqrt(size));
        });
        const total = weights.reduce((a, c) => a + c);
        for (let d = 0; d < size; d++)
          mixed[at(t, b, h, d)] = weights.reduce((sum, w, s) => sum + (w / total) * v[at(s, b, h, d)]!, 0);
      }
  return mixed;
}

// Two short sequences are read as one, long ones in two groups from 120 positions on and in three from 180 on.
test.each([7, 119, 120, 181])("%i positions, values and gradients", async (length) => {
  const generator = Generator.fromSeed(length);
  const draw = (): Float32Array =>
    Float32Array.from({ length: length * batch * width }, () => generator.normal());
  const [q, k, v, g] = [draw(), draw(), draw(), draw()];
  const shape = f32(length, batch, heads, size);
  const program = await compile(
    "attention",
    (inputs) => {
      const loss = (a: JaxArray, b: JaxArray, c: JaxArray): JaxArray =>
        np.sum(attendCausally(a, b, c).mul(inputs.g.ref.reshape([length * batch, width])));
      const mixed = attendCausally(inputs.q.ref, inputs.k.ref, inputs.v.ref);
      const [, gradients] = valueAndGrad(loss, { argnums: [0, 1, 2] })(inputs.q, inputs.k, inputs.v);
      const [dq, dk, dv] = gradients;
      return { mixed, dq, dk, dv };
    },
    { q: shape, k: shape, v: shape, g: shape },
  );
  const { mixed, ...gradients } = await program.run({ q, k, v, g });
  plain(length, q, k, v).forEach((value, i) => expect(mixed[i]).toBeCloseTo(value, 4));
  // Central differences at a few places of each input, first, last and in between.
  const lossAt = (inputs: readonly Float32Array[]): number =>
    plain(length, inputs[0]!, inputs[1]!, inputs[2]!).reduce((sum, value, i) => sum + value * g[i]!, 0);
  [gradients.dq, gradients.dk, gradients.dv].forEach((gradient, which) => {
    for (const place of [0, 5, Math.floor(q.length / 2), q.length - 1]) {
      const moved = (by: number): number => {
        const inputs = [q, k, v].map((array) => array.slice());
        inputs[which]![place]! += by;
        return lossAt(inputs);
      };
      expect(gradient[place]).toBeCloseTo((moved(1 / 128) - moved(-1 / 128)) * 64, 2);
    }
  });
  await program.dispose();
});
