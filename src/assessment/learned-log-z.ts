/** log F(s_0) under the parameters as they are now: a trainer's estimate of log Z. */
import { compileWithParameters, f32, i32 } from "../engine/index.ts";
import { Trainer } from "../training/index.ts";
import type { Method } from "../training/index.ts";

/** Null where nothing learns flows: a baseline, or an objective that leaves them as they began. */
export async function learnedLogZ(method: Method): Promise<number | null> {
  if (!(method instanceof Trainer) || !method.options.objective.needs.includes("flow")) return null;
  const { environment, model, engine } = method.options;
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
    { parameters: method.parameters, inputs },
    engine ? { engine } : {},
  );
  const { logFlow } = await program.run(model.needsIndex ? { features, index } : { features });
  const value = logFlow[0]!;
  await program.dispose();
  return value;
}
