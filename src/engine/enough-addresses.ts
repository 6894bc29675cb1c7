/** Imported in front of jax-js, which takes a WebAssembly memory as it is loaded; parameters take a second one. */
import { requireEngineAddresses } from "../address-space.ts";

requireEngineAddresses();
