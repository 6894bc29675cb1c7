/**
 * PyTorch as a child process: a script of bench/reference, started once per number of threads and asked to measure
 * whenever its turn comes.
 */
import { fileURLToPath } from "node:url";
import type { Guest } from "../../../src/bench/engine/contenders.ts";
import { ChildLink } from "../../../src/bench/child-link.ts";

/** What a child says about itself. */
export interface TorchInfo {
  readonly torch: string;
  readonly python: string;
  readonly threads: number;
  /** The libraries that do its matrix products. */
  readonly blas: readonly string[];
}

/** The references: one for each benchmark, named like its suite. */
export type TorchSuite = "engine" | "train";

const scriptOf = (suite: TorchSuite): string =>
  fileURLToPath(new URL(`../../reference/${suite}.py`, import.meta.url));
const startMs = 30_000;

/** How to get the column that is missing. */
const remedy =
  'Install PyTorch for the column (on Debian: "apt-get install python3-torch libopenblas0-pthread") or name a Python that has it in WINDAGE_PYTHON.';

export interface TorchLosses {
  readonly loss: number;
  /** In the train suite. */
  readonly dynamicsLoss?: number;
  readonly gradientNorm: number;
}

export class TorchChild implements Guest {
  readonly name = "torch";
  readonly info: TorchInfo;
  readonly #link: ChildLink;

  private constructor(info: TorchInfo, link: ChildLink) {
    this.info = info;
    this.#link = link;
  }

  get threads(): number {
    return this.info.threads;
  }

  /** Starts `python` with that many threads; throws when it has no torch. */
  static async start(python: string, threads: number, suite: TorchSuite = "engine"): Promise<TorchChild> {
    const count = String(threads);
    const link = new ChildLink(python, [scriptOf(suite), count], {
      // The libraries below torch read these once, when they are loaded.
      OMP_NUM_THREADS: count,
      OPENBLAS_NUM_THREADS: count,
      MKL_NUM_THREADS: count,
      PYTHONIOENCODING: "utf-8",
      // The scripts share a module, and measuring should leave nothing behind beside it.
      PYTHONDONTWRITEBYTECODE: "1",
    });
    try {
      return new TorchChild((await link.next(startMs)) as TorchInfo, link);
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** Hands over data that later requests use; only the train suite has any. */
  async prepare(data: Readonly<Record<string, readonly number[]>>): Promise<void> {
    await this.#link.ask({ command: "prepare", ...data });
  }

  /** Milliseconds per step, from steps run for about the given time. */
  async measure(benchCase: { readonly kind: string }, milliseconds: number): Promise<number> {
    const answer = await this.#link.ask({ command: "measure", case: benchCase, milliseconds });
    return (answer as { milliseconds: number }).milliseconds;
  }

  /** The losses and the norm of their gradient for our weights and inputs. */
  async evaluate(
    benchCase: { readonly kind: string },
    weights: Readonly<Record<string, readonly number[]>>,
    inputs: Readonly<Record<string, readonly number[]>>,
  ): Promise<TorchLosses> {
    return (await this.#link.ask({ command: "evaluate", case: benchCase, weights, inputs })) as TorchLosses;
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

function likelyPythons(): string[] {
  const named = process.env["WINDAGE_PYTHON"];
  // A version manager's python3 often hides the system's, which is the one Debian's package belongs to.
  return [...(named ? [named] : []), "python3", "/usr/bin/python3"];
}

export interface TorchOptions {
  readonly pythons?: readonly string[];
  readonly suite?: TorchSuite;
}

/** Children of the first Python that has torch, one for each number of threads; or why there are none. */
export async function openTorch(
  threadCounts: readonly number[],
  { pythons = likelyPythons(), suite = "engine" }: TorchOptions = {},
): Promise<readonly TorchChild[] | { readonly missing: string }> {
  const reasons: string[] = [];
  for (const python of pythons) {
    const opened: TorchChild[] = [];
    try {
      for (const threads of threadCounts) opened.push(await TorchChild.start(python, threads, suite));
      return opened;
    } catch (error) {
      await Promise.all(opened.map((child) => child.close()));
      reasons.push(`${python}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { missing: `PyTorch was not measured (${reasons.join("; ")}). ${remedy}` };
}
