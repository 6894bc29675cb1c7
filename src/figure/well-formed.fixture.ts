/** Checks XML by its grammar as far as our own figures use it: tags that nest, quoted attributes, known entities. */

/** Whether a text is one well-formed element. */
export function wellFormed(xml: string): boolean {
  const entity = String.raw`&(?:amp|lt|gt|quot|#39);`;
  const attribute = String.raw`\s+[\w:-]+="(?:[^"<&]|${entity})*"`;
  const token = new RegExp(
    String.raw`<(?<open>\w+)(?:${attribute})*(?<empty>/?)>|</(?<close>\w+)>|(?<text>(?:[^<>&]|${entity})+)`,
    "uy",
  );
  // oxlint-disable-next-line no-control-regex -- characters that XML 1.0 forbids are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(xml)) return false;
  const open: string[] = [];
  let roots = 0;
  const body = xml.trim();
  while (token.lastIndex < body.length) {
    const groups = token.exec(body)?.groups;
    if (groups === undefined) return false;
    if (groups["open"] !== undefined) {
      if (open.length === 0) roots++;
      if (groups["empty"] === "") open.push(groups["open"]);
    } else if (groups["close"] !== undefined && open.pop() !== groups["close"]) {
      return false;
    } else if (groups["text"] !== undefined && open.length === 0) {
      return false;
    }
  }
  return open.length === 0 && roots === 1;
}
