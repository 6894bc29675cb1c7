/** Imported in front of jax-js, which takes a WebAssembly memory as it is loaded; parameters take a second one. */
import { requireAddressSpace } from "../address-space.ts";

requireAddressSpace("engine", { usual: 32, withOption: 8 });
