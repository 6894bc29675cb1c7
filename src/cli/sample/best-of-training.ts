/** `windage sample --from training`: the best that a run scored, in the forms of samples. */
import { WindageError } from "../../error.ts";
import { offerBest, type OfferSettings } from "../../job/sample/offer-best.ts";
import type { Run } from "../../run/layout.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { parquetBytes, samplesText } from "./write-samples.ts";

/** Options that speak of drawing from a policy. */
const ofPolicy = [
  "count",
  "seed",
  "condition",
  "complete",
  "completeFile",
  "decideAhead",
  "beta",
  "unique",
  "top",
  "unscored",
  "trust",
] as const;

export async function bestOf(
  run: Run,
  { exclude, ...settings }: Omit<OfferSettings, "exclude"> & { readonly exclude: string | undefined },
  {
    format,
    out,
  }: { readonly format: "csv" | "jsonl" | "fasta" | "parquet"; readonly out: string | undefined },
  context: CommandContext,
): Promise<CommandResult> {
  const idle = ofPolicy.filter((name) => context.given.has(name));
  if (idle.length > 0) {
    throw new WindageError(
      "cli/no-effect",
      (say) =>
        `${idle.map((name) => say(name)).join(", ")}: got it beside ${say("from", "training")}, where nothing is drawn, expected ${say("best")} and rules on sequences alone; leave it out.`,
    );
  }
  const { checkOutput, outputName, writeOutput } = await import("../../file/output-file.ts");
  if (out !== undefined) await checkOutput(out, ...(exclude === undefined ? [] : [exclude]));
  const { readTableText } = await import("../../file/read-table.ts");
  const listed = exclude === undefined ? undefined : await readTableText(exclude);
  const { samples, kept, iteration } = await offerBest(run, { ...settings, exclude: listed });
  const wanted = settings.best ?? 20;
  context.progress(
    `${samples.length} of the ${kept.toLocaleString("en-US")} best sequences that ${iteration.toLocaleString("en-US")} iterations of training scored${samples.length < wanted ? ` (${wanted} were asked for)` : ""}.`,
  );
  const document = { run: run.folder, from: "training", iteration, kept, samples };
  if (out === undefined)
    return { document, text: samplesText(samples, format === "parquet" ? "csv" : format, false) };
  await writeOutput(out, [
    format === "parquet" ? await parquetBytes(samples) : `${samplesText(samples, format, false)}\n`,
  ]);
  return { document: { ...document, file: out }, text: `${samples.length} sequences in ${outputName(out)}` };
}
