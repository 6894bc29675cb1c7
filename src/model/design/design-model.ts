/**
 * A model whose backward policy reconstructs the whole design, the intentions h, from the result x:
 *
 *     log π_B(a_t | h_t, x) = log π(a_t|·) + log P̂(x_t|s_t, a_t) + g(a_t; h_t, x) − log Σ_a …
 *
 * The first two terms say what the step itself tells of its intention, and g what the rest of x tells of it; whoever trains
 * adds them. g is asked about whole trajectories alone, since nobody knows x before the end. A sampler that never sees what
 * comes of its intentions needs such a model (there its policy reads intentions as if they were what was built); one that
 * sees both may have it, where the posterior of each step for itself is not all there is to know.
 */
import { nn, np } from "../../engine/jax.ts";
import { normal } from "../../engine/parameters/initialisers.ts";
import { parameter } from "../../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { type ContextTree, contextWeights, firstLayer } from "../first-layer.ts";
import type { StateHead } from "../heads.ts";
import { laterLayers, mlpTree } from "../mlp.ts";
import type { MlpTree } from "../mlp.ts";
import { isTrajectories } from "../model.ts";
import type { Model, ModelShape, TrajectoryInputs } from "../model.ts";

/** The policy's own tree, and the network that reconstructs. */
export type DesignTree = {
  readonly design: ParameterTree;
  readonly rest: { readonly layers: MlpTree; readonly context: ContextTree; readonly made: ParameterSpec };
};

/** The sizes of the network that reconstructs. */
export interface DesignOptions {
  readonly hidden?: number;
}

/** `policy` is a model of the same shape without a backward head. */
export function designModel(
  shape: ModelShape,
  policy: Model,
  { hidden = 128 }: DesignOptions = {},
): Model<DesignTree, StateHead> {
  const { sequence, actionCount, outcomeCount, featureCount } = shape;
  const foreign = policy.reads.find((input) => input === "features" || input === "index");
  if (!sequence || sequence.stops || foreign !== undefined) {
    throw new WindageError(
      "model/not-a-design",
      `A design is a sequence of one length that is read as tokens, but ${sequence && !sequence.stops ? `the ${policy.name} model reads its ${foreign}` : "here are no such sequences"}; use the mlp, kmer or transformer model on sequences of one length.`,
    );
  }
  const width = sequence.length * outcomeCount;
  const reconstruct = ({ rest }: ArraysOf<DesignTree>, inputs: TrajectoryInputs): JaxArray => {
    const { levels, size, thoughts, made } = inputs;
    const designs = {
      levels,
      size,
      tokens: thoughts!,
      ...(inputs.context ? { context: inputs.context } : {}),
    };
    const ofDesign = firstLayer(rest.layers["layer0"]!, designs, shape, rest.context);
    const happened = nn.oneHot(made!.ref.transpose([1, 0]).reshape([size * sequence.length]), outcomeCount);
    const ofResult = np.matmul(happened.reshape([size, width]), rest.made);
    const joined = ofDesign
      .reshape([levels, size, hidden])
      .add(ofResult)
      .reshape([levels * size, hidden]);
    return laterLayers(rest.layers, joined);
  };
  return {
    name: `designs by ${policy.name}`,
    heads: ["policy", "backward", "flow"],
    reads: policy.reads,
    reconstructs: true,
    tree: {
      design: policy.tree,
      rest: {
        // A last layer of almost zeros starts from what each step tells by itself.
        layers: mlpTree([featureCount, hidden, hidden, actionCount], normal(0.01)),
        context: contextWeights(shape, hidden),
        made: parameter([width, hidden], normal(Math.sqrt(2 / (2 * sequence.length)))),
      },
    },
    apply(parameters, inputs) {
      const { policy: logits, logFlow } = policy.apply(parameters.design, inputs);
      if (!isTrajectories(inputs)) return { policy: logits, logFlow };
      return { policy: logits, logFlow, backward: reconstruct(parameters, inputs) };
    },
    ...(policy.stepwise
      ? {
          stepwise: {
            ...(policy.stepwise.grows ? { grows: policy.stepwise.grows } : {}),
            begin: (parameters, inputs) => policy.stepwise!.begin(parameters.design, inputs),
            step: (parameters, inputs) => policy.stepwise!.step(parameters.design, inputs),
          },
        }
      : {}),
  };
}
