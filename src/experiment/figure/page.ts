/** The page that every figure stands on: its size, a title and a subtitle on white, and what a screen reader is told. */
import { element, type SvgNode } from "./svg.ts";

const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

export interface Page {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
}

/** A whole SVG document with the figure in it; the upper 47 pixels are the titles'. */
export function svgPage(
  { width, height, title, subtitle, description }: Page,
  figure: readonly SvgNode[],
): string {
  const root = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      width: Math.ceil(width),
      height: Math.ceil(height),
      role: "img",
      "font-family": family,
    },
    element("title", {}, title),
    element("desc", {}, description),
    element("rect", { width: "100%", height: "100%", fill: "#ffffff" }),
    element("text", { x: 20, y: 28, "font-size": 17, "font-weight": 600, fill: "#111111" }, title),
    element("text", { x: 20, y: 47, "font-size": 12, fill: "#555555" }, subtitle),
    ...figure,
  );
  return `${root.svg}\n`;
}
