/**
 * Lists what a TypeScript file imports: static imports, re-exports, dynamic imports and `import("…")` types,
 * each with its line and with whether only types cross. Uses a real parser, because the word "import" also
 * appears in comments, strings and regular expressions.
 */

import { Visitor, parseSync } from "oxc-parser";

/** One import of a file. */
export interface ImportedModule {
  /** What stands between the quotes. */
  readonly specifier: string;
  readonly line: number;
  /** True when the import vanishes at compile time. */
  readonly typeOnly: boolean;
  /** True for `import("…")` expressions, which load when they run and not when the file does. */
  readonly dynamic: boolean;
}

/**
 * The imports of `source`, in order; a dynamic import of anything but a plain string is an error, except in a file that
 * loads what its user names (`loadsUserModule`), where it is left out.
 */
export function readImports(fileName: string, source: string, loadsUserModule = false): ImportedModule[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors[0] !== undefined) throw new Error(`${fileName}: cannot be parsed: ${errors[0].message}`);
  const found: ImportedModule[] = [];
  const add = (specifier: string, start: number, typeOnly: boolean, dynamic = false): void => {
    const line = source.slice(0, start).split("\n").length;
    found.push({ specifier, line, typeOnly, dynamic });
  };
  new Visitor({
    ImportDeclaration(node) {
      // `import "./x.ts"` has no specifiers and runs the module; `import { type A }` is erased like `import type`.
      const named = node.specifiers;
      const onlyTypes =
        named.length > 0 &&
        named.every((item) => item.type === "ImportSpecifier" && item.importKind === "type");
      add(node.source.value, node.start, node.importKind === "type" || onlyTypes);
    },
    ExportNamedDeclaration(node) {
      if (node.source === null) return;
      const onlyTypes =
        node.specifiers.length > 0 && node.specifiers.every((item) => item.exportKind === "type");
      add(node.source.value, node.start, node.exportKind === "type" || onlyTypes);
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === "type");
    },
    ImportExpression(node) {
      if (node.source.type !== "Literal" || typeof node.source.value !== "string") {
        if (loadsUserModule) return;
        throw new Error(`${fileName}: a dynamic import names no plain string, so it cannot be checked`);
      }
      add(node.source.value, node.start, false, true);
    },
    TSImportType(node) {
      add(node.source.value, node.start, true);
    },
  }).visit(program);
  // The parser visits in source order.
  return found;
}
