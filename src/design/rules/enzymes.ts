/**
 * Recognition sites of restriction enzymes in common use, one strand from 5' to 3' with codes for several letters; facts
 * as listed in REBASE (Roberts, Vincze, Posfai and Macelis 2015, rebase.neb.com). Cuts are not kept: a site is avoided
 * wherever it is cut.
 */
export const enzymes: Readonly<Record<string, string>> = {
  AarI: "CACCTGC",
  AgeI: "ACCGGT",
  ApaI: "GGGCCC",
  AscI: "GGCGCGCC",
  AvrII: "CCTAGG",
  BamHI: "GGATCC",
  BbsI: "GAAGAC",
  BclI: "TGATCA",
  BglII: "AGATCT",
  BsaI: "GGTCTC",
  BsmBI: "CGTCTC",
  BspQI: "GCTCTTC",
  BstEII: "GGTNACC",
  ClaI: "ATCGAT",
  DpnI: "GATC",
  DraI: "TTTAAA",
  EcoRI: "GAATTC",
  EcoRV: "GATATC",
  Esp3I: "CGTCTC",
  HindIII: "AAGCTT",
  KpnI: "GGTACC",
  MfeI: "CAATTG",
  MluI: "ACGCGT",
  NcoI: "CCATGG",
  NdeI: "CATATG",
  NheI: "GCTAGC",
  NotI: "GCGGCCGC",
  NsiI: "ATGCAT",
  PacI: "TTAATTAA",
  PaqCI: "CACCTGC",
  PmeI: "GTTTAAAC",
  PstI: "CTGCAG",
  PvuI: "CGATCG",
  PvuII: "CAGCTG",
  SacI: "GAGCTC",
  SacII: "CCGCGG",
  SalI: "GTCGAC",
  SapI: "GCTCTTC",
  SbfI: "CCTGCAGG",
  ScaI: "AGTACT",
  SfiI: "GGCCNNNNNGGCC",
  SmaI: "CCCGGG",
  SpeI: "ACTAGT",
  SphI: "GCATGC",
  SwaI: "ATTTAAAT",
  XbaI: "TCTAGA",
  XhoI: "CTCGAG",
  XmaI: "CCCGGG",
};

const byLowerCase = new Map(
  Object.entries(enzymes).map(([name, site]) => [name.toLowerCase(), { name, site }]),
);

/** An enzyme by its name in any case. */
export function enzymeOf(name: string): { readonly name: string; readonly site: string } | undefined {
  return byLowerCase.get(name.trim().toLowerCase());
}

const pairs: Readonly<Record<string, string>> = {
  A: "T",
  C: "G",
  G: "C",
  T: "A",
  U: "A",
  R: "Y",
  Y: "R",
  S: "S",
  W: "W",
  K: "M",
  M: "K",
  B: "V",
  V: "B",
  D: "H",
  H: "D",
  N: "N",
};

/** A word with codes as it reads on the other strand. */
export function onOtherStrand(word: string): string {
  return Array.from(word, (letter) => pairs[letter] ?? letter)
    .toReversed()
    .join("");
}
