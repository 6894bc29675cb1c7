/**
 * `windage bench` beside others: PyTorch among the contenders of both suites, and trajectory balance beside loops that XLA
 * compiles whole (JAX, gfnx). All take turns in one run. Nothing is installed; what is not there is said.
 *
 *     npx tsx bench/speed/peers.ts engine|train [--python <one with torch, and with jax and gfnx for their table>] [--json]
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { benchTable, engineBenchText, perSecond, trainBenchText } from "../../src/cli/commands/bench.ts";
import { terminalStyle } from "../../src/cli/terminal/style.ts";
import { fullTrainPlan } from "../../src/bench/train/train-bench.ts";
import { engineBesideTorch, trainBesideTorch } from "./peers/beside-torch.ts";
import { compiledCases } from "./peers/compiled-case.ts";
import { compiledTargets, measureCompiled } from "./peers/compiled-loops.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { python: { type: "string" }, json: { type: "boolean", default: false } },
});
const { python } = values;
const [suite = "engine"] = positionals;
const style = terminalStyle(process.stdout.isTTY, process.env);
const onProgress = (text: string): void => console.error(text);
const options = {
  threadCounts: [...new Set([1, availableParallelism()])],
  onProgress,
  ...(python === undefined ? {} : { pythons: [python] }),
};

if (suite === "engine") {
  const report = await engineBesideTorch(options);
  console.log(values.json ? JSON.stringify(report) : engineBenchText(report, style));
} else if (suite === "train") {
  const report = await trainBesideTorch(options);
  const compiled =
    python === undefined
      ? { rows: [], versions: {}, notes: ["JAX was not measured: name a Python that has it with --python."] }
      : await measureCompiled(python, compiledCases, fullTrainPlan.schedule, onProgress);
  const targets = [...report.targets, ...compiledTargets(compiled.rows)];
  const notes = [...report.notes, ...compiled.notes];
  const whole = { ...report, versions: { ...report.versions, ...compiled.versions }, targets, notes };
  const table = benchTable(
    ["batch", "windage it/s", "jax it/s", "gfnx it/s"],
    compiled.rows.map((row) => [
      String(row.batch),
      ...[row.windageItersPerSecond, row.jaxItersPerSecond, row.gfnxItersPerSecond].map((rate) =>
        perSecond(rate),
      ),
    ]),
    style,
  );
  console.log(
    values.json ? JSON.stringify({ ...whole, compiled: compiled.rows }) : trainBenchText(whole, style),
  );
  if (!values.json && compiled.rows.length > 0) console.log(`\n${table}`);
} else {
  console.error(`peers.ts: got ${suite}, expected engine or train.`);
  process.exitCode = 2;
}
