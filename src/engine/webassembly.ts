/**
 * The part of the WebAssembly interface the engine uses. Declared here because the compiler's own declaration comes
 * only together with those of a whole browser page.
 */

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}

export const webAssembly: WebAssemblyApi = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;
