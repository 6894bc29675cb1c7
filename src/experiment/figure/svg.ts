/** Writes SVG as text. Every attribute and every text is escaped here, so labels from config files stay labels. */

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

/** An element; numbers are rounded to hundredths of a pixel, and a string among the children is text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly (SvgNode | string)[]
): SvgNode {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${typeof value === "number" ? String(Number(value.toFixed(2))) : escapeXml(value)}"`],
  );
  const inside = children.map((child) => (typeof child === "string" ? escapeXml(child) : child.svg)).join("");
  return {
    svg: inside === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`,
  };
}

/** The `d` of a path through points. */
export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(2)},${y.toFixed(2)}`).join("");
}
