/**
 * Our trainer beside loops that XLA compiles whole: one of our own in JAX and gfnx's, each in a process that works only
 * when it is its turn. Only where a Python is named that has the packages; nothing is ever installed.
 */
import { fileURLToPath } from "node:url";
import { ChildLink } from "../../../src/bench/child-link.ts";
import type { BenchTarget } from "../../../src/bench/report.ts";
import { timeAll } from "../../../src/bench/timing.ts";
import type { Contender, Schedule } from "../../../src/bench/timing.ts";
import { trainData } from "../../../src/bench/train/train-case.ts";
import { TrainChild } from "../../../src/bench/train/train-child.ts";
import type { CompiledCase } from "./compiled-case.ts";

const script = fileURLToPath(new URL("../../reference/compiled.py", import.meta.url));
const worker = fileURLToPath(new URL("./compiled-worker.ts", import.meta.url));
const startMs = 60_000;

/** Trajectory balance beside loops that XLA compiles whole; null where one is missing. */
export interface CompiledRow {
  readonly batch: number;
  readonly hidden: number;
  readonly windageItersPerSecond: number;
  /** A loop of our own in JAX. */
  readonly jaxItersPerSecond: number | null;
  readonly gfnxItersPerSecond: number | null;
}

/** What the Python says about itself. */
interface PeerInfo {
  readonly jax: string;
  /** Null where it is not installed. */
  readonly gfnx: string | null;
  readonly python: string;
}

export interface CompiledBench {
  readonly rows: readonly CompiledRow[];
  readonly versions: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** Iterations per second of all who are there, at every case. */
export async function measureCompiled(
  python: string,
  cases: readonly CompiledCase[],
  schedule: Schedule,
  onProgress: (text: string) => void,
): Promise<CompiledBench> {
  onProgress("starting JAX");
  const opened = await openPeers(python);
  if ("missing" in opened) return { rows: [], versions: {}, notes: [opened.missing] };
  const { link, info } = opened;
  try {
    const rows: CompiledRow[] = [];
    for (const peerCase of cases) {
      onProgress(`beside compiled loops, batch ${peerCase.batch}`);
      rows.push(await measureRow(link, info, peerCase, schedule));
    }
    const { jax, gfnx } = info;
    return {
      rows,
      versions: { jax, ...(gfnx === null ? {} : { gfnx }) },
      notes: [
        "Compiled loops: trajectory balance on sim8 without noise, 2×256, all trajectories on-policy, nothing evaluated or logged. XLA compiles theirs whole and uses every core.",
        ...(gfnx === null ? [`gfnx was not measured: ${python} does not have it.`] : []),
      ],
    };
  } finally {
    await link.close();
  }
}

async function openPeers(
  python: string,
): Promise<{ readonly link: ChildLink; readonly info: PeerInfo } | { readonly missing: string }> {
  const link = new ChildLink(python, [script], { PYTHONDONTWRITEBYTECODE: "1" });
  try {
    const info = (await link.next(startMs)) as PeerInfo;
    await link.ask({ command: "prepare", scores: [...trainData().scores] });
    return { link, info };
  } catch (error) {
    await link.close();
    const reason = error instanceof Error ? error.message : String(error);
    return {
      missing: `JAX was not measured (${python}: ${reason}). Name a Python that has jax, and gfnx for its column.`,
    };
  }
}

async function measureRow(
  link: ChildLink,
  info: PeerInfo,
  peerCase: CompiledCase,
  schedule: Schedule,
): Promise<CompiledRow> {
  const child = await TrainChild.startProgram(["--import", "tsx", worker], peerCase);
  try {
    const theirs = (peer: "jax" | "gfnx"): Contender => ({
      label: peer,
      measure: async (milliseconds) => {
        const answer = await link.ask({ command: "measure", case: { ...peerCase, peer }, milliseconds });
        return (answer as { milliseconds: number }).milliseconds;
      },
    });
    const ours: Contender = { label: "windage", measure: (ms) => child.measure(ms) };
    const peers = info.gfnx === null ? [theirs("jax")] : [theirs("jax"), theirs("gfnx")];
    const timings = await timeAll([ours, ...peers], schedule, () => undefined);
    const rate = (contender: Contender | undefined): number | null => {
      const samples = contender ? timings.of.get(contender)!.samples : [];
      return samples.length === 0 ? null : 1000 / Math.min(...samples);
    };
    return {
      batch: peerCase.batch,
      hidden: peerCase.hidden,
      windageItersPerSecond: rate(ours) ?? 0,
      jaxItersPerSecond: rate(peers[0]),
      gfnxItersPerSecond: rate(peers[1]),
    };
  } finally {
    await child.close();
  }
}

/** What is meant to be reached beside gfnx. */
export function compiledTargets(rows: readonly CompiledRow[]): readonly BenchTarget[] {
  return rows.map(({ batch, windageItersPerSecond, gfnxItersPerSecond }) => {
    const got = gfnxItersPerSecond === null ? null : windageItersPerSecond / gfnxItersPerSecond;
    return {
      name: `batch ${batch}, windage / gfnx`,
      wanted: "≥ 2×",
      got,
      met: got === null ? null : got >= 2,
    };
  });
}
