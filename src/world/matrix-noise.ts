/** The noise that a file of `--noise-matrix` describes, for training: letters that are replaced, at every place or by place. */
import { readErrorModel } from "../design/synthesis/error-model.ts";
import { placedNoise, type SequenceEnvironment, substitutionNoise, withNoise } from "../environment/index.ts";
import { WindageError } from "../error.ts";
import { decodeText, readUserFile } from "../file/read-user-file.ts";

/** Lays the noise of a file over sequences. */
export async function withMatrixNoise(
  plain: SequenceEnvironment,
  file: string,
): Promise<SequenceEnvironment> {
  const { alphabet } = plain;
  const model = readErrorModel(decodeText(await readUserFile(file), file), alphabet.symbols, file);
  if (model.lengths !== undefined) {
    throw new WindageError(
      "run/bad-options",
      `--noise-matrix: ${file}: got the columns "deleted" and "inserted", expected letters that are replaced only: in training every step writes one letter; leave the columns out, or use "windage design", which takes them into account.`,
    );
  }
  const { size } = alphabet;
  const matrices = model.matrices.map((matrix) =>
    Array.from({ length: size }, (_, a) => Array.from(matrix.subarray(a * size, (a + 1) * size))),
  );
  return matrices.length === 1
    ? withNoise(plain, substitutionNoise(matrices[0]!))
    : withNoise(plain, placedNoise(matrices));
}
