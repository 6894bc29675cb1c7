/** The noise that a file of `--noise-matrix` describes, for training: letters that are replaced, at every place or by place. */
import { readErrorModel } from "../design/synthesis/error-model.ts";
import { WindageError } from "../error.ts";
import { decodeText, readUserFile } from "../file/read-user-file.ts";
import type { NoiseMatrices } from "./lay-noise.ts";

/** The matrices of a file, for sequences of these letters. */
export async function readNoiseMatrices(file: string, symbols: string): Promise<NoiseMatrices> {
  const model = readErrorModel(decodeText(await readUserFile(file), file), symbols, file);
  if (model.lengths !== undefined) {
    throw new WindageError(
      "run/bad-options",
      (say) =>
        `${say("noise.matrix")}: ${file}: got the columns "deleted" and "inserted", expected letters that are replaced only: in training every step writes one letter; leave the columns out, or use "windage design", which takes them into account.`,
    );
  }
  const size = symbols.length;
  return model.matrices.map((matrix) =>
    Array.from({ length: size }, (_, a) => Array.from(matrix.subarray(a * size, (a + 1) * size))),
  );
}
