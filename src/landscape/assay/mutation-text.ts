/**
 * How variants are written down as changes of a parent: `V39A`, several with any of the usual signs between them
 * (`V39A:D40W`, `A1P,D2N`), three letters for one (`Val39Ala`), HGVS (`p.[Val39Ala;Asp40Trp]`, `c.76A>T`), and the
 * words for the parent itself. What stands in one cell is read here; whether it fits a parent is for `find-parent.ts`.
 */
import type { Parent } from "./assay.ts";

/** One letter in place of another; places are numbered as the file does. */
export interface Mutation {
  readonly from: string;
  readonly place: number;
  readonly to: string;
}

/** What a cell says. */
export type Variant =
  /** Without mutations it is the parent: its own row, or a change of codons alone. */
  | { readonly kind: "letters"; readonly mutations: readonly Mutation[] }
  | { readonly kind: "stop" }
  /** Letters lost or added, or all letters after one shifted. */
  | { readonly kind: "lengths" };

const three: Readonly<Record<string, string>> = {
  ala: "A",
  arg: "R",
  asn: "N",
  asp: "D",
  cys: "C",
  gln: "Q",
  glu: "E",
  gly: "G",
  his: "H",
  ile: "I",
  leu: "L",
  lys: "K",
  met: "M",
  phe: "F",
  pro: "P",
  ser: "S",
  thr: "T",
  trp: "W",
  tyr: "Y",
  val: "V",
  ter: "*",
  stop: "*",
};

const wildType = /^(?:_?wt|wild[ _-]?type|parent(?:al)?|native|_sy|syn(?:onymous)?|=)$/i;
const protein = new RegExp(
  `^(${Object.keys(three).join("|")}|[ac-ik-np-y])(\\d{1,9})(${Object.keys(three).join("|")}|[ac-ik-np-y*]|=)$`,
  "i",
);
const nucleic = /^(\d{1,9})([acgtu])>([acgtu=])$/i;
const lengths = /\d(?:_[a-z]*\d+)?(?:[a-z]{0,3}fs|del|ins|dup|delins|[a-z*]{0,4}ext)/i;
const between = /[\s:;,/+|_&]+/;

/** The variant in a cell; undefined where it holds something else. */
export function readVariant(cell: string): Variant | undefined {
  let text = cell.trim().replace(/^[\w.-]+:(?=[pcngmr]\.)/i, "");
  text = text.replace(/^[pcngmr]\./i, "");
  text = text
    .replace(/^[[(](.*)[\])]$/, "$1")
    .replace(/^\((.*)\)$/, "$1")
    .trim();
  if (wildType.test(text)) return { kind: "letters", mutations: [] };
  if (text === "" || text.length > 10_000 || !/\d/.test(text)) return undefined;
  const mutations: Mutation[] = [];
  let isStopped = false;
  for (const piece of text.split(between)) {
    const mutation = readPiece(piece.replace(/^[pcngmr]\./i, ""));
    if (mutation === undefined) return lengths.test(text) ? { kind: "lengths" } : undefined;
    if (mutation.to === "*") isStopped = true;
    else if (mutation.to !== mutation.from) mutations.push(mutation);
  }
  return isStopped ? { kind: "stop" } : { kind: "letters", mutations };
}

/** Whether mutations are written as only proteins have them. */
export function isOfProtein(cell: string): boolean {
  return /(?:^|:)p\./i.test(cell.trim()) || /(?:^|[^a-z])[a-z]{3}\d+(?:[a-z]{3}|=)/i.test(cell);
}

function readPiece(piece: string): Mutation | undefined {
  const nucleotide = nucleic.exec(piece);
  if (nucleotide !== null) {
    const [, place, from, to] = nucleotide as unknown as [string, string, string, string];
    const letter = from.toUpperCase();
    return { from: letter, place: Number(place), to: to === "=" ? letter : to.toUpperCase() };
  }
  const found = protein.exec(piece);
  if (found === null) return undefined;
  const [, from, place, to] = found as unknown as [string, string, string, string];
  const letter = letterOf(from);
  return { from: letter, place: Number(place), to: to === "=" ? letter : letterOf(to) };
}

function letterOf(text: string): string {
  return three[text.toLowerCase()] ?? text.toUpperCase();
}

/** Mutations as people write them, in the order of their places. */
function writeMutations(mutations: readonly Mutation[]): string {
  return mutations.map(({ from, place, to }) => `${from}${place}${to}`).join(":");
}

/** What was changed of a parent to come to a sequence of its length; "WT" where nothing was. */
export function mutationsOf(sequence: string, { sequence: parent, numbers }: Parent): string {
  const mutations = Array.from(sequence, (to, i) => ({ from: parent[i] ?? "", place: numbers[i] ?? 0, to }));
  const changed = mutations.filter(({ from, to }) => from !== to);
  return changed.length === 0 ? "WT" : writeMutations(changed);
}
