/** Writes SVG as text. Every attribute and every text is escaped here, so names from files stay names. */

/** A finished piece of SVG. */
export interface SvgNode {
  readonly svg: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for XML 1.0; characters that may not stand in it at all become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** A number as it stands in SVG: hundredths of a pixel are finer than anyone sees. */
export function rounded(value: number): number {
  // Adding 0 takes the sign of −0 off.
  return Math.round(value * 100) / 100 + 0;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; a string among the children is text. */
export function element(
  name: string,
  attributes: Attributes,
  ...children: readonly (SvgNode | string)[]
): SvgNode {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${typeof value === "number" ? String(rounded(value)) : escapeXml(value)}"`],
  );
  const inside = children.map((child) => (typeof child === "string" ? escapeXml(child) : child.svg)).join("");
  return {
    svg: inside === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`,
  };
}

/** Pieces that belong together, with what they share. */
export function group(attributes: Attributes, children: readonly SvgNode[]): SvgNode {
  return children.length === 0 ? { svg: "" } : element("g", attributes, ...children);
}

export type Point = readonly [x: number, y: number];

/** The `d` of a path through points. */
export function pathThrough(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${rounded(x)},${rounded(y)}`).join("");
}

/** The `d` of the area between two lines that run along the same way. */
export function areaBetween(upper: readonly Point[], lower: readonly Point[]): string {
  return `${pathThrough([...upper, ...lower.toReversed()])}Z`;
}
