/**
 * Lists what a TypeScript file exports, through as many re-exports as it takes, each name with its kind and the first
 * sentence of its doc comment. Uses a real parser, as read-imports.ts does.
 */

import { basename } from "node:path";
import { parseSync } from "oxc-parser";
import type { Comment, Directive, Statement } from "oxc-parser";

/** One exported name. */
export interface ExportedName {
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "value";
  /** The first sentence of its doc comment; undefined where it has none. */
  readonly sentence: string | undefined;
}

/** What a file exports, and the first paragraph of the comment it begins with. */
export interface FileExports {
  readonly about: string;
  readonly names: readonly ExportedName[];
}

/** `read` gives the text of a file and `follow` the file that an import in another one means. */
export function readExports(
  file: string,
  read: (file: string) => string,
  follow: (file: string, specifier: string) => string,
): FileExports {
  const source = read(file);
  const { program, comments, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: cannot be parsed: ${errors[0].message}`);
  const names: ExportedName[] = [];
  const commentBefore = (start: number): string | undefined => docBefore(source, comments, start);
  for (const statement of program.body) {
    if (statement.type === "ExportAllDeclaration") {
      names.push(...readExports(follow(file, statement.source.value), read, follow).names);
    }
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.declaration !== null) {
      names.push(...declared(statement.declaration, commentBefore(statement.start)));
      continue;
    }
    for (const { local, exported, exportKind, start } of statement.specifiers) {
      const [inside, outside] = [nameOf(local), nameOf(exported)];
      const from = statement.source?.value ?? importOf(program.body, inside);
      const found = from?.startsWith(".")
        ? readExports(follow(file, from), read, follow).names.find(({ name }) => name === inside)
        : declaredHere(program.body, inside, commentBefore);
      // What comes from another package is documented where it is passed on.
      const named = { kind: "value" as const, sentence: commentBefore(start), ...found, name: outside };
      const onlyType = statement.exportKind === "type" || exportKind === "type";
      // A class of which only the type is passed on cannot be constructed there.
      names.push(onlyType && named.kind !== "interface" ? { ...named, kind: "type" } : named);
    }
  }
  const about = firstParagraph(comments[0]);
  // The paragraph at the top of a file is about what the file is named after.
  const main = (name: string): boolean => kebab(name) === basename(file, ".ts");
  const documented = names.map(({ name, kind, sentence }) => ({
    name,
    kind,
    sentence: sentence ?? (main(name) && about !== "" ? firstSentence(about) : undefined),
  }));
  return { about, names: documented };
}

const kebab = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();

const nameOf = (node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string =>
  node.name ?? String(node.value);

/** Where a name comes from that is imported and exported again. */
function importOf(body: readonly (Statement | Directive)[], name: string): string | undefined {
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration") continue;
    if (statement.specifiers.some(({ local }) => local.name === name)) return statement.source.value;
  }
  return undefined;
}

/** A name that is declared first and exported later. */
function declaredHere(
  body: readonly (Statement | Directive)[],
  name: string,
  commentBefore: (start: number) => string | undefined,
): ExportedName | undefined {
  return body
    .flatMap((statement) => declared(statement, commentBefore(statement.start)))
    .find((found) => found.name === name);
}

/** Declarations of one name, and what each makes. */
const kinds: Readonly<Record<string, ExportedName["kind"]>> = {
  FunctionDeclaration: "function",
  TSDeclareFunction: "function",
  ClassDeclaration: "class",
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
};

/** The names a declaration makes. */
function declared(node: Statement | Directive, sentence: string | undefined): ExportedName[] {
  if (node.type === "VariableDeclaration") {
    return node.declarations.map(({ id, init }) => ({
      name: id.type === "Identifier" ? id.name : "",
      kind: init?.type === "ArrowFunctionExpression" ? "function" : "value",
      sentence,
    }));
  }
  const kind = kinds[node.type];
  if (kind === undefined || !("id" in node) || node.id === null || !("name" in node.id)) return [];
  return [{ name: node.id.name, kind, sentence }];
}

/** The first sentence of the doc comment that stands right before a place. */
function docBefore(source: string, comments: readonly Comment[], start: number): string | undefined {
  const before = comments.findLast(({ end }) => end <= start);
  if (before === undefined || !before.value.startsWith("*")) return undefined;
  // Between a comment and what it is about there is nothing.
  if (source.slice(before.end, start).trim() !== "") return undefined;
  return firstSentence(plain(before));
}

function plain({ value }: Comment): string {
  return value
    .split("\n")
    .map((line) => line.replace(/^\s*\*+\s?/, "").trim())
    .join("\n")
    .trim();
}

function firstParagraph(comment: Comment | undefined): string {
  return comment === undefined ? "" : plain(comment).split("\n\n")[0]!.replaceAll("\n", " ");
}

/** Up to the first full stop that ends a sentence, not one inside a number or an abbreviation. */
function firstSentence(text: string): string {
  const line = text.split("\n\n")[0]!.replaceAll("\n", " ");
  return /^.*?[.!?](?=\s+[A-Z`]|$)/.exec(line)?.[0] ?? line;
}
