/**
 * Where a table came from: the files it was read from with their checksums, and whether those are the published
 * ones. Kept beside the stored table so that a result can be traced to its data.
 */

/** One file a table was read from. */
export interface SourceFile {
  /** The file's name without its folder, which would tell others about the user's machine. */
  readonly name: string;
  readonly sha256: string;
  /** Whether the checksum is one we know from the publication. */
  readonly published: boolean;
}

/** Where a table came from. */
export interface Provenance {
  /** The data set in words, with a reference when it is a published one. */
  readonly source: string;
  readonly files: readonly SourceFile[];
  /** Whether every file is a published one. */
  readonly published: boolean;
  /** How many rows were read. */
  readonly rows: number;
}

/** The published files of TFBind8, by checksum. */
const PUBLISHED = new Map([
  ["cf586a49b3409c5c525512dcef99d16db9f5d0c3dbca75b12aae111934bf114d", "SIX6_REF_R1_8mers.txt"],
  ["8957a728704d2e6c5dbba921dd9e16cbd76797489b081c5dc7f39ca23582d95d", "tf_bind_8-x-0.npy"],
  ["a61dd97796a4173d3a2a3d016db44e5d42e1f1d6a39d9f1ad2465d2c6b94fcb7", "tf_bind_8-y-0.npy"],
]);

/** What to cite for the published table. */
export const TFBIND8_CITATION =
  "SIX6 REF R1, protein-binding microarray: Barrera et al., Science 351:1450-1454, 2016 (UniPROBE BAR15A)";

/** Describes one source file. */
export function describeFile(name: string, checksum: string): SourceFile {
  return { name, sha256: checksum, published: PUBLISHED.has(checksum) };
}

/** A warning for a file that bears the name of a published one but differs from it. */
export function nameWarning(file: SourceFile): string | undefined {
  if (file.published || ![...PUBLISHED.values()].includes(file.name)) return undefined;
  return (
    `${file.name} has the name of the published file but another checksum (${file.sha256.slice(0, 12)}…); ` +
    "results with it cannot be compared with published ones"
  );
}
