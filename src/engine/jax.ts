/**
 * The only door to `@jax-js/jax`: the array type, its numpy, neural-network and calculus functions, and a
 * start-up that puts jax-js on its `wasm` device. Models and objectives import from here.
 *
 * jax-js moves arrays: an array is consumed by the function it is passed to, and `x.ref` passes it without
 * giving it up. This holds while tracing too.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it has to look before jax-js is loaded, and has nothing to give
import "./enough-addresses.ts";
import { defaultDevice, init } from "@jax-js/jax";

export {
  /** The gradient of a function, as a function. */
  grad,
  /** Compiles a function for jax-js's own device. */
  jit,
  /** The lower-level operations of jax-js, as `jax.lax` has them in Python. */
  lax,
  /** A function as the list of operations it performs. */
  makeJaxpr,
  /** Activations and what else networks are made of, as `jax.nn` has them in Python. */
  nn,
  /** The functions of numpy over jax-js arrays. */
  numpy as np,
  /** The random numbers of jax-js. */
  random as jaxRandom,
  /** Functions over nested objects of arrays. */
  tree,
  /** The value of a function together with its gradient. */
  valueAndGrad,
} from "@jax-js/jax";
export type {
  /** An array of jax-js, which is used up by the function it is passed to unless passed as `.ref`. */
  Array as JaxArray,
} from "@jax-js/jax";

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
