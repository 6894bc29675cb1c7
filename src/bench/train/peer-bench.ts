/**
 * Our trainer beside loops that XLA compiles whole: one of our own in JAX and gfnx's, each in a process that works only
 * when it is its turn. Only where a Python is named that has the packages; nothing is ever installed.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ChildLink } from "../child-link.ts";
import type { BenchTarget, PeerBenchRow } from "../report.ts";
import { timeAll } from "../timing.ts";
import type { Contender, Schedule } from "../timing.ts";
import type { PeerCase } from "./peer-case.ts";
import { trainData } from "./train-case.ts";
import { TrainChild } from "./train-child.ts";

// The same relative path leads to the script from src/bench/train and from dist/bench/train.
const script = fileURLToPath(new URL("../../../bench/reference/compiled.py", import.meta.url));
const startMs = 60_000;

/** What the Python says about itself. */
interface PeerInfo {
  readonly jax: string;
  /** Null where it is not installed. */
  readonly gfnx: string | null;
  readonly python: string;
}

export interface PeerBench {
  readonly rows: readonly PeerBenchRow[];
  readonly versions: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** Iterations per second of all who are there, at every case. */
export async function measurePeers(
  python: string,
  cases: readonly PeerCase[],
  schedule: Schedule,
  onProgress: (text: string) => void,
): Promise<PeerBench> {
  onProgress("starting JAX");
  const opened = await openPeers(python);
  if ("missing" in opened) return { rows: [], versions: {}, notes: [opened.missing] };
  const { link, info } = opened;
  try {
    const rows: PeerBenchRow[] = [];
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
  if (!existsSync(script))
    return {
      missing: "JAX was not measured: bench/reference/compiled.py is missing from this installation.",
    };
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
  peerCase: PeerCase,
  schedule: Schedule,
): Promise<PeerBenchRow> {
  const worker = await TrainChild.start(peerCase);
  try {
    const theirs = (peer: "jax" | "gfnx"): Contender => ({
      label: peer,
      measure: async (milliseconds) => {
        const answer = await link.ask({ command: "measure", case: { ...peerCase, peer }, milliseconds });
        return (answer as { milliseconds: number }).milliseconds;
      },
    });
    const ours: Contender = { label: "windage", measure: (ms) => worker.measure(ms) };
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
    await worker.close();
  }
}

/** What is meant to be reached beside gfnx. */
export function peerTargets(rows: readonly PeerBenchRow[]): readonly BenchTarget[] {
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
