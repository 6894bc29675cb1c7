/** One small program per function of jax-js's nn, lax and random, as `numpy-programs.fixture.ts` is for numpy. */

import { jaxRandom as random, lax, nn, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { Programs } from "./numpy-programs.fixture.ts";
import { values } from "./sample-values.fixture.ts";
import type { Sample } from "./sample-values.fixture.ts";

const { x, y, v, w, m, cube, positive, words, index } = values;

const over = (fn: (a: JaxArray) => JaxArray, input: Sample = x) => ({
  inputs: [input],
  fn: (a: JaxArray) => fn(a),
});

/** [batch, channels, length] from the cube. */
const image = { inputs: [cube, x] } as const;
const kernel = (a: JaxArray): JaxArray => np.reshape(a.slice([], [0, 3]), [1, 3, 2]);

export const smoothNn: Programs = {
  celu: over((a) => nn.celu(a)),
  elu: over((a) => nn.elu(a)),
  gelu: over((a) => nn.gelu(a)),
  glu: over((a) => nn.glu(a)),
  hardSigmoid: over(nn.hardSigmoid),
  hardSilu: over(nn.hardSilu),
  hardTanh: over(nn.hardTanh),
  identity: over(nn.identity),
  leakyRelu: over((a) => nn.leakyRelu(a)),
  log1mexp: over(nn.log1mexp, positive),
  logSigmoid: over(nn.logSigmoid),
  logSoftmax: over((a) => nn.logSoftmax(a, 0)),
  logmeanexp: over((a) => nn.logmeanexp(a, 1)),
  logsumexp: over((a) => nn.logsumexp(a, [0, 1])),
  mish: over(nn.mish),
  relu: over(nn.relu),
  relu6: over(nn.relu6),
  selu: over(nn.selu),
  sigmoid: over(nn.sigmoid),
  silu: over(nn.silu),
  softSign: over(nn.softSign),
  softmax: over((a) => nn.softmax(a, 1)),
  softplus: over(nn.softplus),
  sparsePlus: over(nn.sparsePlus),
  sparseSigmoid: over(nn.sparseSigmoid),
  squareplus: over((a) => nn.squareplus(a)),
  standardize: over((a) => nn.standardize(a, 1)),
};

export const plainNn: Programs = {
  oneHot: { inputs: [index], fn: (i) => nn.oneHot(i, 4) },
};

export const smoothLax: Programs = {
  conv: { ...image, fn: (a, k) => lax.conv(a, kernel(k), [2], "SAME") },
  convGeneralDilated: {
    ...image,
    fn: (a, k) => lax.convGeneralDilated(a, kernel(k), [1], [[1, 1]], { rhsDilation: [2] }),
  },
  convTranspose: { ...image, fn: (a, k) => lax.convTranspose(a, kernel(k), [2], "VALID") },
  convWithGeneralPadding: {
    ...image,
    fn: (a, k) => lax.convWithGeneralPadding(a, kernel(k), [1], [[1, 0]]),
  },
  dot: {
    inputs: [cube, cube],
    fn: (a, b) =>
      lax.dot(a, b, {
        lhsContractingDims: [2],
        rhsContractingDims: [2],
        lhsBatchDims: [0],
        rhsBatchDims: [0],
      }),
  },
  erf: over(lax.erf),
  erfc: over(lax.erfc),
  reduceWindow: over((a) => lax.reduceWindow(a, (window) => np.max(window), [2, 2], [1, 2])),
  stopGradient: over((a) => lax.stopGradient(a.ref).mul(a)),
};

export const plainLax: Programs = {
  bitcastConvertType: over((a) => lax.bitcastConvertType(a, np.int32)),
  topK: { inputs: [x], fn: (a) => lax.topK(a, 2) },
};

const key = (a: JaxArray): JaxArray => a.slice([0, 2]);

export const plainRandom: Programs = {
  ball: over((a) => random.ball(key(a), 3), words),
  bernoulli: over((a) => random.bernoulli(key(a), 0.3, [3, 2]), words),
  bits: over((a) => random.bits(key(a), [2, 3]), words),
  categorical: { inputs: [words, x], fn: (a, logits) => random.categorical(key(a), logits) },
  cauchy: over((a) => random.cauchy(key(a), [4]), words),
  choice: { inputs: [words, v], fn: (a, b) => random.choice(key(a), b, { shape: [3] }) },
  doubleSidedMaxwell: over((a) => random.doubleSidedMaxwell(key(a), 0.5, 2, [3]), words),
  exponential: over((a) => random.exponential(key(a), [5]), words),
  geometric: over((a) => random.geometric(key(a), 0.4, { shape: [5] }), words),
  gumbel: over((a) => random.gumbel(key(a), [2, 3]), words),
  laplace: over((a) => random.laplace(key(a), [5]), words),
  logistic: over((a) => random.logistic(key(a), [5]), words),
  lognormal: over((a) => random.lognormal(key(a), 0.5, [5]), words),
  maxwell: over((a) => random.maxwell(key(a), [5]), words),
  normal: over((a) => random.normal(key(a), [2, 5]), words),
  pareto: over((a) => random.pareto(key(a), 3, [5]), words),
  permutation: { inputs: [words, w], fn: (a, b) => random.permutation(key(a), b) },
  rademacher: over((a) => random.rademacher(key(a), { shape: [7] }), words),
  randint: over((a) => random.randint(key(a), { minval: 2, maxval: 9, shape: [7] }), words),
  rayleigh: over((a) => random.rayleigh(key(a), 2, [5]), words),
  split: over((a) => random.split(key(a), 3), words),
  triangular: over((a) => random.triangular(key(a), -1, 0.5, 2, [5]), words),
  uniform: over((a) => random.uniform(key(a), [7], { minval: -1, maxval: 3 }), words),
  weibullMin: over((a) => random.weibullMin(key(a), 2, 1.5, [5]), words),
};

export const smoothLinalg: Programs = {
  cross: { inputs: [m, m], fn: (a, b) => np.linalg.cross(a, b) },
  diagonal: over((a) => np.linalg.diagonal(a), m),
  matmul: { inputs: [m, m], fn: (a, b) => np.linalg.matmul(a, b) },
  matrixNorm: over((a) => np.linalg.matrixNorm(a), m),
  matrixPower: over((a) => np.linalg.matrixPower(a, 3), m),
  matrixTranspose: over((a) => np.linalg.matrixTranspose(a), m),
  multiDot: { inputs: [m, m], fn: (a, b) => np.linalg.multiDot([a.ref, b, a]) },
  norm: over((a) => np.linalg.norm(a), m),
  outer: { inputs: [v, w], fn: (a, b) => np.linalg.outer(a, b) },
  tensordot: { inputs: [m, m], fn: (a, b) => np.linalg.tensordot(a, b, 1) },
  trace: over((a) => np.linalg.trace(a), m),
  vecdot: { inputs: [x, y], fn: (a, b) => np.linalg.vecdot(a, b) },
  vectorNorm: over((a) => np.linalg.vectorNorm(a), v),
};
