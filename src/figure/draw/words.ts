/** Text in figures: one face, few sizes, ink unless told otherwise. */
import { element, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";

/** Sizes in pixels. */
export const sizes = { title: 16, help: 12, panel: 13, label: 11.5, tick: 11 } as const;

export interface WordOptions {
  readonly size?: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly fill?: string;
  readonly bold?: boolean;
  /** Paper around the letters, for words that stand on lines. */
  readonly halo?: boolean;
  readonly tilt?: number;
}

/** A line of text whose base is at (x, y). */
export function words(x: number, y: number, text: string, options: WordOptions = {}): SvgNode {
  const { size = sizes.label, anchor, fill = paint.ink, bold, halo, tilt } = options;
  if (text === "") return { svg: "" };
  return element(
    "text",
    {
      x,
      y,
      "font-size": size,
      fill,
      "text-anchor": anchor === "start" ? undefined : anchor,
      "font-weight": bold === true ? 600 : undefined,
      ...(halo === true
        ? { stroke: paint.paper, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" }
        : {}),
      ...(tilt === undefined ? {} : { transform: `rotate(${tilt} ${x.toFixed(1)} ${y.toFixed(1)})` }),
    },
    text,
  );
}
