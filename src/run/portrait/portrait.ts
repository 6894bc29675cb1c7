/**
 * What figures of a run are drawn from and what nothing but the trained sampler, or the finished forecast, can tell: kept
 * beside the evaluation as `portrait.json`, so that pictures are drawn in no time, wherever the run has gone, and nobody is
 * asked for a score again. What metrics and evaluation say stands there, and is not repeated.
 */
import { join } from "node:path";
import type { FigureData, figures } from "../../figure/figures.ts";
import { writeDurably } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "../layout.ts";

/** Data of figures by their kinds. */
export type Portrait = { readonly [Kind in PortraitKind]?: FigureData<Kind> | undefined };

export type PortraitKind = Extract<
  keyof typeof figures,
  | "law"
  | "marginals"
  | "noise-matrix"
  | "logo"
  | "flow"
  | "grid"
  | "fan"
  | "conditional-fan"
  | "weights"
  | "backtests"
  | "pit"
  | "calibration"
>;

const head = { format: "windage-portrait", version: 1 } as const;

/** Five digits are finer than any picture, and half as long. */
function short(_key: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
}

/** Keeps a portrait; one that would be larger than what is read is left out. */
export async function writePortrait(run: Run, portrait: Portrait): Promise<void> {
  const text = JSON.stringify({ ...head, figures: portrait }, short);
  if (text.length <= MAX_JSON_BYTES) await writeDurably(join(run.folder, runFiles.portrait), [text]);
}

/** The portrait of a run; undefined where it has none, as runs of older versions and such as have not ended. */
export async function readPortrait(run: Run): Promise<Portrait | undefined> {
  const path = join(run.folder, runFiles.portrait);
  const text = await readSmallText(path, MAX_JSON_BYTES);
  if (text === undefined) return undefined;
  const object = parseObject(text, path);
  if (object["format"] !== head.format || object["version"] !== head.version) {
    const got = JSON.stringify([object["format"], object["version"]]).slice(0, 80);
    throw broken(path, `its format and version are ${got}, expected ["${head.format}",${head.version}]`);
  }
  const { portraitSchema } = await import("./portrait-schema.ts");
  const { readDocument } = await import("../run-documents.ts");
  return readDocument(portraitSchema, object, path).figures;
}
