/** Starts `train-worker.ts` for one case and asks it; from a build or, as the tests do, from source. */
import { fileURLToPath } from "node:url";
import type { EngineName } from "../../engine/runtime/runtime.ts";
import { ChildLink } from "../child-link.ts";
import type { GrowthCase } from "../growth/growth-case.ts";
import type { TrainCase } from "./train-case.ts";

/** Whatever our own worker can train. */
export type WorkerCase = TrainCase | GrowthCase;

const startMs = 60_000;

/** A program of ours beside this file or above it, as it is run by Node: `cli/main` is `main.js` once it is built. */
export function ownProgram(path: string): string[] {
  const fromSource = import.meta.url.endsWith(".ts");
  const file = fileURLToPath(new URL(`${path}${fromSource ? ".ts" : ".js"}`, import.meta.url));
  return fromSource ? ["--import", "tsx", file] : [file];
}

export class TrainChild<Case extends { readonly kind: string } = TrainCase> {
  readonly engine: EngineName;
  readonly trainCase: Case;
  readonly #link: ChildLink;

  private constructor(trainCase: Case, engine: EngineName, link: ChildLink) {
    this.trainCase = trainCase;
    this.engine = engine;
    this.#link = link;
  }

  static start<Case extends WorkerCase>(trainCase: Case): Promise<TrainChild<Case>> {
    return TrainChild.startProgram(ownProgram("./train-worker"), trainCase);
  }

  /** Any program that trains its case as `serveTrainer` does. */
  static async startProgram<Case extends { readonly kind: string }>(
    program: readonly string[],
    trainCase: Case,
  ): Promise<TrainChild<Case>> {
    const link = new ChildLink(process.execPath, [...program, JSON.stringify(trainCase)]);
    try {
      const { engine } = (await link.next(startMs)) as { engine: EngineName };
      return new TrainChild(trainCase, engine, link);
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** Milliseconds per iteration, from iterations run for about the given time. */
  async measure(milliseconds: number): Promise<number> {
    const answer = await this.#link.ask({ command: "measure", milliseconds });
    return (answer as { milliseconds: number }).milliseconds;
  }

  /** The same in time of the processor, which other programs on the machine do not add to. */
  async measureProcessor(milliseconds: number): Promise<number> {
    const answer = await this.#link.ask({ command: "measure", milliseconds });
    return (answer as { processorMilliseconds: number }).processorMilliseconds;
  }

  /** The most memory it has had so far, in units of 2^20 bytes. */
  async peakMemoryMb(): Promise<number> {
    return ((await this.#link.ask({ command: "memory" })) as { megabytes: number }).megabytes;
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}
