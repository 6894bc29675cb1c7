/** The transformer again in plain float64 loops, one sequence at a time: the slow obvious version. */
import type { ParameterLeaf } from "../../engine/parameters/parameters.ts";
import type { TransformerSizes } from "./options.ts";

type Matrix = number[][];

/** Rows [T][width] of one sequence; every position sees those before it and itself, or the whole where not causal. */
export function encode64(
  sizes: TransformerSizes,
  leaves: readonly ParameterLeaf[],
  flat: ArrayLike<number>,
  tokens: readonly number[],
  causal = true,
): Matrix {
  const { layers, width, heads, columns, positions } = sizes;
  const leaf = (name: string): ParameterLeaf => leaves.find((one) => one.name === name)!;
  const vector = (name: string): number[] =>
    Array.from({ length: leaf(name).size }, (_, i) => flat[leaf(name).offset + i]!);
  const row = (name: string, r: number): number[] => {
    const count = leaf(name).shape[1]!;
    return vector(name).slice(r * count, (r + 1) * count);
  };
  const dense = (x: Matrix, name: string): Matrix => {
    const [weight, bias] = [vector(`${name}/weight`), vector(`${name}/bias`)];
    return x.map((one) =>
      bias.map((b, out) => one.reduce((sum, v, i) => sum + v * weight[i * bias.length + out]!, b)),
    );
  };
  const norm = (x: Matrix, name: string): Matrix => {
    const [scale, shift] = [vector(`${name}/scale`), vector(`${name}/shift`)];
    return x.map((one) => {
      const mean = one.reduce((a, b) => a + b, 0) / width;
      const variance = one.reduce((a, b) => a + (b - mean) ** 2, 0) / width;
      return one.map((v, i) => ((v - mean) / Math.sqrt(variance + 1e-5)) * scale[i]! + shift[i]!);
    });
  };
  const add = (a: Matrix, b: Matrix): Matrix => a.map((one, r) => one.map((v, i) => v + b[r]![i]!));

  let x: Matrix = tokens.map((token, t) => {
    const embedded = row("embedding", token);
    if (positions === "learned") return embedded.map((v, i) => v + row("places/learned", t)[i]!);
    if (positions === "rotary") return embedded;
    if (positions === "scaled") {
      const [added, scale] = [row("places/learned", t), row("places/scale", t)];
      return embedded.map((v, i) => v * scale[i]! + added[i]!);
    }
    const pairs = Math.ceil(width / 2);
    return embedded.map((v, i) => {
      const angle = t / 10_000 ** ((i < pairs ? i : i - pairs) / pairs);
      return v + (i < pairs ? Math.sin(angle) : Math.cos(angle));
    });
  });
  const turned = (one: readonly number[], t: number): number[] => {
    if (positions !== "rotary") return [...one];
    const half = columns / 2;
    return one.map((v, i) => {
      const pair = i % half;
      const angle = t / 10_000 ** (pair / half);
      const other = i < half ? -one[i + half]! : one[i - half]!;
      return v * Math.cos(angle) + other * Math.sin(angle);
    });
  };
  for (let layer = 0; layer < layers; layer++) {
    const joint = dense(norm(x, `blocks/block${layer}/norm1`), `blocks/block${layer}/qkv`);
    const mixed: Matrix = x.map(() => []);
    for (let head = 0; head < heads; head++) {
      const part = (t: number, which: number): number[] =>
        joint[t]!.slice(which * width + head * columns, which * width + (head + 1) * columns);
      for (let t = 0; t < x.length; t++) {
        const q = turned(part(t, 0), t);
        const seen = Array.from({ length: causal ? t + 1 : x.length }, (_, s) => s);
        const powers = seen.map((s) => {
          const k = turned(part(s, 1), s);
          return Math.exp(q.reduce((sum, v, i) => sum + v * k[i]!, 0) / Math.sqrt(columns));
        });
        const total = powers.reduce((a, b) => a + b, 0);
        for (let i = 0; i < columns; i++) {
          mixed[t]!.push(seen.reduce((sum, s) => sum + (powers[s]! / total) * part(s, 2)[i]!, 0));
        }
      }
    }
    x = add(x, dense(mixed, `blocks/block${layer}/mix`));
    const up = dense(norm(x, `blocks/block${layer}/norm2`), `blocks/block${layer}/up`);
    const hidden = up.map((one) => one.map((v) => Math.max(0, v)));
    x = add(x, dense(hidden, `blocks/block${layer}/down`));
  }
  return sizes.finalNorm ? norm(x, "norms/final") : x;
}
