/**
 * The only door to `@jax-js/jax`: the array type, its numpy, neural-network and calculus functions, and a
 * start-up that puts jax-js on its `wasm` device. Models and objectives import from here.
 *
 * jax-js moves arrays: an array is consumed by the function it is passed to, and `x.ref` passes it without
 * giving it up. This holds while tracing too.
 */
import { defaultDevice, init } from "@jax-js/jax";

export {
  grad,
  jit,
  lax,
  makeJaxpr,
  nn,
  numpy as np,
  random as jaxRandom,
  tree,
  valueAndGrad,
} from "@jax-js/jax";
export type { Array as JaxArray } from "@jax-js/jax";

let started: Promise<void> | undefined;

/** Makes jax-js ready; constants met while tracing are computed on its `wasm` device. */
export function startJax(): Promise<void> {
  started ??= (async () => {
    const devices = await init("wasm");
    if (!devices.includes("wasm")) throw new Error("jax-js: this JavaScript engine cannot run WebAssembly");
    defaultDevice("wasm");
  })();
  return started;
}
