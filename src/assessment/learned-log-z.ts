/** log F(s_0) under the parameters as they are now: the model's estimate of log Z. */
import { compileWithParameters, f32, i32 } from "../engine/index.ts";
import type { TrainedWorld } from "./world.ts";

export async function learnedLogZ({
  environment,
  trainer,
}: Pick<TrainedWorld, "environment" | "trainer">): Promise<number> {
  const { model } = trainer.options;
  const features = new Float32Array(environment.featureCount);
  environment.encode(environment.initial, features, 0);
  const index = Int32Array.of(environment.enumeration?.indexOf(environment.initial) ?? 0);
  const inputs = {
    features: f32(1, environment.featureCount),
    ...(model.needsIndex ? { index: i32(1) } : {}),
  };
  const program = await compileWithParameters(
    "log Z",
    (arrays, given) => ({ logFlow: model.apply(arrays["policy"] as never, given).logFlow }),
    { parameters: trainer.parameters, inputs },
  );
  const { logFlow } = await program.run(model.needsIndex ? { features, index } : { features });
  const value = logFlow[0]!;
  await program.dispose();
  return value;
}
