/**
 * What we use of onnxruntime-node, declared by ourselves: the package is optional, and the source has to compile where
 * npm has left it out. Tests run against the real one.
 */
declare module "onnxruntime-node" {
  export namespace InferenceSession {
    interface SessionOptions {
      readonly intraOpNumThreads?: number;
      readonly interOpNumThreads?: number;
      readonly executionMode?: "sequential" | "parallel";
      readonly enableMemPattern?: boolean;
      readonly graphOptimizationLevel?: "disabled" | "basic" | "extended" | "layout" | "all";
      readonly logSeverityLevel?: 0 | 1 | 2 | 3 | 4;
      readonly extra?: Readonly<Record<string, unknown>>;
    }
  }
  export interface InferenceSession {
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
    release(): Promise<void>;
  }
  export const InferenceSession: {
    create(model: Uint8Array | string, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  export interface Tensor {
    readonly type: string;
    readonly data: ArrayLike<number>;
    readonly dims: readonly number[];
  }
  export const Tensor: new (type: string, data: ArrayLike<number>, dims: readonly number[]) => Tensor;
  export const env: { readonly versions: { readonly common: string; readonly node?: string } };
}

declare module "onnxruntime-node/dist/binding.js" {
  import type { InferenceSession as Session } from "onnxruntime-node";
  export namespace Binding {
    interface InferenceSession {
      readonly outputMetadata: readonly { readonly name: string }[];
      loadModel(
        model: ArrayBuffer,
        byteOffset: number,
        byteLength: number,
        options: Session.SessionOptions,
      ): void;
      run(feeds: object, fetches: object, options: object): unknown;
      dispose(): void;
    }
  }
  export const binding: {
    readonly InferenceSession: new () => Binding.InferenceSession;
    initOrtOnce(logLevel: number, tensorConstructor: unknown, isMainThread: boolean): void;
  };
}
