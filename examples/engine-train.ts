/** Trains a small network to tell two spirals apart, with nothing but the engine. Run: npx tsx examples/engine-train.ts */
import { Generator, key } from "windage";
import {
  Adam,
  compileTraining,
  createParameters,
  engineInfo,
  f32,
  heNormal,
  nn,
  np,
  parameter,
  zeros,
} from "windage/engine";

const points = 256;
const generator = Generator.fromSeed(7);
const x = new Float32Array(points * 2);
const label = new Float32Array(points);
for (let i = 0; i < points; i++) {
  const arm = i % 2;
  const turn = 0.5 + 2.5 * generator.float64();
  const angle = turn * Math.PI + arm * Math.PI;
  x.set(
    [turn * Math.cos(angle) + 0.05 * generator.normal(), turn * Math.sin(angle) + 0.05 * generator.normal()],
    2 * i,
  );
  label[i] = arm;
}

const width = 32;
const parameters = createParameters(
  {
    first: { weight: parameter([2, width], heNormal), bias: parameter([width], zeros) },
    second: { weight: parameter([width, width], heNormal), bias: parameter([width], zeros) },
    last: { weight: parameter([width, 1], heNormal), bias: parameter([1], zeros) },
  },
  key(1),
);

const program = await compileTraining(
  "spirals",
  ({ first, second, last }, { x, label }) => {
    const hidden = nn.relu(np.matmul(x, first.weight).add(first.bias));
    const deeper = nn.relu(np.matmul(hidden, second.weight).add(second.bias));
    const logit = np.matmul(deeper, last.weight).add(last.bias).reshape([points]);
    // Cross-entropy of a logit: softplus(logit) − label · logit.
    return { loss: np.mean(nn.softplus(logit.ref).sub(label.mul(logit.ref))), logit };
  },
  {
    parameters,
    optimiser: new Adam(parameters, { rate: 0.01 }),
    inputs: { x: f32(points, 2), label: f32(points) },
  },
);

const { description } = await engineInfo();
console.log(`engine: ${description}, ${parameters.size} parameters`);
for (let step = 0; step <= 600; step++) {
  const { loss, outputs } = await program.step({ x, label });
  if (step % 200 !== 0) continue;
  const right = Array.from(outputs.logit).reduce(
    (n, logit, i) => n + (logit > 0 === (label[i] === 1) ? 1 : 0),
    0,
  );
  console.log(`step ${String(step).padStart(3)}  loss ${loss.toFixed(4)}  right ${right} of ${points}`);
}
await program.dispose();
