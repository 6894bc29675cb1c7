/** `windage noise fit`: the error matrix of a synthesis or any other process, from reads. */
import { standardOutput } from "../../file/standard-output.ts";
import { counted } from "../../number-words.ts";
import { withPhases } from "../train/progress-line.ts";
import { requireEffect } from "../../settings/effect.ts";
import { defineCommand, type SpecTable } from "../option-table.ts";
import { outputFormat } from "../output-format.ts";
import { renderTable } from "../terminal/table.ts";

const fitOptions = {
  alphabet: {
    kind: "text",
    valueName: "letters",
    default: "ACGT",
    description: "The letters in their order.",
  },
  lengths: {
    kind: "boolean",
    needs: [{ words: "with --out", holds: ({ out }) => out !== undefined }],
    description:
      "Also write how many letters are lost and added, for assays whose sequences have several lengths.",
  },
  byPosition: { kind: "boolean", description: "One matrix per position instead of one for all." },
  out: {
    kind: "text",
    valueName: "file",
    description: "Write the matrix to this file; - is standard output.",
  },
} as const satisfies SpecTable;

export const noiseFitCommand = defineCommand({
  name: "noise fit",
  summary: "The error matrix of a process from intended and observed sequences.",
  description:
    "Reads pairs of intended and observed sequences, counts which letter came out where which was wanted, and writes the matrix of probabilities that --noise-matrix takes, with 95 % intervals. Reads with N, a letter that could not be told, and rows where nothing was observed are left out and counted. Where reads have another length than intended, letters are compared along the likeliest ways to lay each read beside it; with --lengths the shares of letters lost and added are written too.",
  arguments: {
    reads: {
      kind: "text",
      valueName: "file",
      description:
        "A CSV file with the columns intended and observed, and count where rows stand for several reads.",
    },
  },
  options: fitOptions,
  examples: [
    {
      line: "windage noise fit reads.csv --out errors.csv",
      explanation: "Then: windage design assay.csv --noise-matrix errors.csv",
    },
    {
      line: "windage noise fit reads.csv --by-position",
      explanation: "Where errors grow along the sequence.",
    },
  ],
  async run({ reads: file, alphabet, byPosition, lengths, out }, { style, width, given }) {
    requireEffect(fitOptions, given, { lengths, out });
    outputFormat(undefined, out, ["csv"]);
    const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
    const { checkOutput, outputName, writeOutput } = await import("../../file/output-file.ts");
    if (out !== undefined) await checkOutput(out, file);
    const { fitErrorsMeanwhile } = await import("../../design/synthesis/fit-errors.ts");
    const { readReads } = await import("../../design/synthesis/read-reads.ts");
    const { withoutUnreadLetters } = await import("../data/unread-letters.ts");
    const { fit, leftOut, mark } = await withPhases(async (onPhase, onCount) => {
      onPhase(`Reading ${file}`);
      const clear = withoutUnreadLetters(decodeText(await readUserFile(file), file), alphabet, file);
      const all = readReads(clear.text, alphabet, file);
      const fit = await fitErrorsMeanwhile(all, alphabet, byPosition, ({ pass, share }) =>
        onCount(`Laying ${counted(all.length, "row")} along: pass ${pass}, ${Math.floor(100 * share)} %`),
      );
      return { fit, ...clear };
    });
    const letters = Array.from(alphabet);
    const csv = [
      [
        ...(byPosition ? ["position"] : []),
        "intended",
        ...letters,
        ...(lengths ? ["deleted", "inserted"] : []),
      ].join(","),
      ...fit.model.matrices.flatMap((matrix, place) =>
        letters.map((letter, a) =>
          [
            ...(byPosition ? [place + 1] : []),
            letter,
            ...Array.from(matrix.subarray(a * letters.length, (a + 1) * letters.length), (value) =>
              rounded(value * (lengths ? 1 - fit.lost.share : 1)),
            ),
            ...(lengths ? [rounded(fit.lost.share), rounded(fit.added.share)] : []),
          ].join(","),
        ),
      ),
    ].join("\n");
    if (out !== undefined) await writeOutput(out, [`${csv}\n`]);
    const rows = fit.model.matrices.flatMap((matrix, place) =>
      letters.map((letter, a) => [
        byPosition ? `${letter} at ${place + 1}` : letter,
        ...letters.map((_, c) => {
          const at = a * letters.length + c;
          return `${short(matrix[at]!)} (${short(fit.low[place]![at]!)}–${short(fit.high[place]![at]!)})`;
        }),
      ]),
    );
    const header = [
      { header: "intended", align: "left" as const },
      ...letters.map((letter) => ({ header: `came ${letter}`, align: "left" as const })),
    ];
    const { wrong, reads, changedLength, compared, lost, added, every } = fit;
    const within = ({ share, low, high }: typeof lost): string =>
      `${short(share)} (95 %: ${short(low)}–${short(high)})`;
    const unseen = letters.filter((_, a) =>
      fit.counts.every((matrix) =>
        matrix.subarray(a * letters.length, (a + 1) * letters.length).every((n) => n === 0),
      ),
    );
    const text = [
      renderTable(header, rows, style.dim, width),
      "",
      `${counted(compared, "letter")} of ${counted(reads, "read")} compared: ${short(wrong.share)} wrong (95 %: ${short(wrong.low)}–${short(wrong.high)}).`,
      ...(leftOut > 0
        ? [
            `${counted(leftOut, "read")} with ${mark}, a letter that could not be told, or with nothing in it left out.`,
          ]
        : []),
      ...(changedLength > 0
        ? [
            `${changedLength === 1 ? "1 read has" : `${changedLength.toLocaleString("en-US")} reads have`} another length than intended: ${within(lost)} of letters are lost, and after ${within(added)} another one comes${lengths ? "" : "; --lengths writes these too, for assays of several lengths"}. Letters were compared along the likeliest ways to lay a read beside what was intended.`,
          ]
        : []),
      ...(every > 1 ? [`Only one in ${every} reads was looked at; all of them would take minutes.`] : []),
      ...(unseen.length > 0
        ? [`No read says anything about ${unseen.join(", ")}: taken as free of errors, which nobody knows.`]
        : []),
      ...(out === undefined
        ? []
        : [
            `The matrix is in ${outputName(out)}; use it with --noise-matrix ${out === standardOutput ? "<file>" : out}.`,
          ]),
    ].join("\n");
    const document = {
      alphabet,
      reads,
      leftOut,
      changedLength,
      compared,
      wrong,
      lost,
      added,
      every,
      byPosition,
      matrices: fit.model.matrices.map(plainNumbers),
      low: fit.low.map(plainNumbers),
      high: fit.high.map(plainNumbers),
    };
    return { document, text };
  },
});

function plainNumbers(matrix: Float64Array): readonly number[] {
  return Array.from(matrix);
}

/** Nine decimals: more than any number of reads tells. */
function rounded(value: number): number {
  return Number(value.toFixed(9));
}

function short(value: number): string {
  return value === 0 ? "0" : value === 1 ? "1" : value.toPrecision(3).replace(/\.?0+$/, "");
}
