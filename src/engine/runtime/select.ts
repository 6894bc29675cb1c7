/**
 * Chooses the runtime: `WINDAGE_ENGINE` (`onnx` or `wasm`) when it is set, otherwise ONNX Runtime when its package is
 * installed and jax-js's wasm backend when it is not. The choice is made once and can be asked for.
 */
import { WindageError } from "../../error.ts";
import { openOnnxRuntime } from "./onnx.ts";
import type { EngineName, Runtime } from "./runtime.ts";
import { wasmRuntime } from "./wasm.ts";

/**
 * The command that installs the native engine's package, for messages of your own. Its install script would fetch a
 * GPU build from outside the npm registry, and where that cannot be reached npm leaves the whole package out without a
 * word.
 */
export const installNative = "npm install --ignore-scripts onnxruntime-node";

/** Which runtime is in use, and why that one. */
export interface EngineInfo {
  readonly name: EngineName;
  readonly description: string;
  readonly reason: string;
  /** Whether it only stands in for the native one, which nobody turned down but which cannot be loaded. */
  readonly standsIn: boolean;
  /** Why the native one cannot be used although its package is installed, where that is so. */
  readonly unusable?: string;
}

interface Chosen {
  readonly runtime: Runtime;
  readonly reason: string;
  readonly standsIn: boolean;
  readonly unusable?: string;
}

const opened = new Map<EngineName | undefined, Promise<Chosen>>();

/** Whether somebody knows that the native engine is missing: whoever asked for the engine's name, or was warned. */
let told = false;

/** What to know where one engine stands in for the native one. */
export function standInNotice({
  description,
  unusable,
}: Pick<EngineInfo, "description" | "unusable">): string {
  const lacking = unusable === undefined ? "is not installed" : `cannot be used (${unusable})`;
  const remedy = unusable === undefined ? ` To install it: ${installNative}` : "";
  return `the native engine ${lacking}, so this runs on ${description}, with the same results but about ten times slower.${remedy}`;
}

/** The runtime of that name, or the default one. */
export async function selectRuntime(name?: EngineName): Promise<Runtime> {
  const { runtime, standsIn, ...why } = await choose(name);
  if (standsIn && !told) {
    told = true;
    // In browsers there is nothing to install, and nobody to tell.
    globalThis.process?.emitWarning?.(
      `windage: ${standInNotice({ description: runtime.description, ...why })}`,
    );
  }
  return runtime;
}

/** Tells which runtime programs compile for; a program that asks is not warned of a missing native engine. */
export async function engineInfo(name?: EngineName): Promise<EngineInfo> {
  const { runtime, ...why } = await choose(name);
  told = true;
  return { name: runtime.name, description: runtime.description, ...why };
}

function choose(name: EngineName | undefined): Promise<Chosen> {
  let chosen = opened.get(name);
  if (!chosen) {
    chosen = open(name);
    opened.set(name, chosen);
  }
  return chosen;
}

async function open(asked: EngineName | undefined): Promise<Chosen> {
  const wanted = asked ?? fromEnvironment();
  const reason = asked ? "asked for by the caller" : wanted ? "WINDAGE_ENGINE is set" : undefined;
  if (wanted === "wasm") return { runtime: wasmRuntime, reason: reason!, standsIn: false };
  const onnx = await openOnnxRuntime();
  if (!("missing" in onnx)) {
    return { runtime: onnx, reason: reason ?? "onnxruntime-node is installed", standsIn: false };
  }
  if (wanted === "onnx") {
    throw new WindageError(
      "engine/native-missing",
      `The onnx engine was asked for, but the package onnxruntime-node cannot be loaded (${onnx.missing}); ` +
        (onnx.installed ? "mend that" : `install it with "${installNative}"`) +
        `, or leave WINDAGE_ENGINE unset to use the wasm engine.`,
    );
  }
  return {
    runtime: wasmRuntime,
    reason: `onnxruntime-node cannot be loaded (${onnx.missing})`,
    standsIn: true,
    ...(onnx.installed ? { unusable: onnx.missing } : {}),
  };
}

function fromEnvironment(): EngineName | undefined {
  const value = globalThis.process?.env["WINDAGE_ENGINE"];
  if (value === undefined || value === "") return undefined;
  if (value === "onnx" || value === "wasm") return value;
  throw new WindageError(
    "engine/unknown-engine",
    `WINDAGE_ENGINE: got "${value}", expected "onnx" or "wasm".`,
  );
}
