/**
 * The files a user's module is made of: itself and, transitively, what it imports by a relative path, an absolute one or
 * a file: address. Imports are found in the text, so one whose name is computed is not seen, nor is a package or a file
 * that the module reads by itself; one that only stands in a comment is taken along, which costs nothing.
 */
import { stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readUserFile } from "../../file/read-user-file.ts";

/** `from "./x"`, `import "./x"`, `import("./x")` and `require("./x")`. */
const imports = /\b(?:from|import|require)\s*\(?\s*(["'`])((?:\.{1,2}\/|\/|file:)[^"'`$\n]+)\1/g;
const isCode = /\.[cm]?[jt]sx?$/;
/** What Node, and those who run TypeScript, would look for where a name leads to no file. */
const endings = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".json", "/index.js", "/index.ts"];

/** The bytes of a module and of what it imports, by paths as seen from its folder; the module itself comes first. */
export async function moduleFiles(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const left = [path];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const name = relative(dirname(path), at);
    if (found.has(name)) continue;
    const bytes = await readUserFile(at);
    found.set(name, bytes);
    if (!isCode.test(at)) continue;
    for (const [, , specifier] of new TextDecoder().decode(bytes).matchAll(imports)) {
      const target = await locate(dirname(at), specifier!);
      if (target !== undefined) left.push(target);
    }
  }
  return found;
}

/** The file that an import leads to; undefined where there is none, which is for Node to say. */
async function locate(folder: string, specifier: string): Promise<string | undefined> {
  const plain = specifier.replace(/[?#].*$/, "");
  const base = plain.startsWith("file:") ? pathOf(plain) : resolve(folder, decoded(plain));
  if (base === undefined) return undefined;
  // TypeScript is imported under the name that it will have once it is compiled.
  const source = base.replace(/\.([cm]?)js$/, ".$1ts");
  for (const candidate of new Set([...endings.map((ending) => base + ending), source])) {
    const facts = await stat(candidate).catch(() => undefined);
    if (facts?.isFile() === true) return candidate;
  }
  return undefined;
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
