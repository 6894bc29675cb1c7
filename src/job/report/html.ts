/** Writes HTML as text. Everything that comes from outside passes through here and stays text, whatever it is called. */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What turns the direction of text around, beyond the name that it stands in, or cannot be seen at all. */
const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uD800-\uDFFF\uFFFE\uFFFF]/gu;

/** A finished piece of HTML. */
export interface Html {
  readonly html: string;
}

/** Text as text. */
function textNode(text: string): Html {
  return { html: text.replaceAll(unseen, "\uFFFD").replaceAll(/[&<>"']/g, (sign) => entities[sign]!) };
}

/** An element; strings among the children are text. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Html | string)[]
): Html {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${textNode(value).html}"`);
  const inside = children.map((child) => (typeof child === "string" ? textNode(child).html : child.html));
  return { html: `<${name}${written.join("")}>${inside.join("")}</${name}>` };
}
