/**
 * What a task declares: the kind of thing that is built and scored, in one file each. What is refused or left out because
 * of the task is asked of these declarations, so that nothing outside of this folder has to know a task by its name.
 * Declarations are read before anything else is; what a task is made of is loaded when it is opened.
 */
import type { Recorded, SpecTable } from "../../settings/value-spec.ts";
import type { Environment } from "../../environment/environment.ts";
import type { OpenWorld } from "../open-world.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import type { TaskKey } from "../settings/score-source.ts";

/** How steps can go wrong by the settings of a run: a random outcome, one that depends on the past, or a matrix of letters. */
export type NoiseKind = "sticky" | "memory" | "matrix";

/** A world without the reward that is made of its scores, and without the conditions that a configuration adds. */
export interface TaskWorld extends Omit<OpenWorld, "reward" | "dispose" | "environment"> {
  readonly environment: Environment;
  /** What several tables are called, where the number of one is the condition. */
  readonly tables?: readonly string[];
}

/** What is known of a task without opening it. */
export interface TaskFacts {
  /** What is typed to get it; absent where other settings tell. */
  readonly name?: string;
  /** What such tasks are called among others, such as `modules`. */
  readonly called: string;
  /** What one of them is called, where that is something else; `task` is what was typed. */
  readonly one?: (task: string) => string;
  /** How it is asked for, in the help of the argument `task`. */
  readonly help?: string;
  readonly builds: "sequences" | "points" | "anything";
  /** How it can go wrong by settings; none where noise is its own. */
  readonly noise: readonly NoiseKind[];
  /** Whether it brings its scores, so that no file, program or service can give them. */
  readonly hasScores: boolean;
  /** Whether scores cost something and are kept. */
  readonly keepsScores?: true;
  /** Why it cannot be trained for a range of exponents, where it cannot. */
  readonly oneExponent?: string;
  /** Whether most of what there is may be worth nothing, because that is what makes it a test. */
  readonly sparse?: true;
  /** Whether it brings what builds its objects, so that it has to be opened for that too. */
  readonly bringsEnvironment?: true;
  /** Settings of scores of one's own that it takes as well. */
  readonly takes?: readonly ("length" | "alphabet" | "worldSeed")[];
  /** Whether its scores are logarithms of what objects are worth, which have no floor. */
  readonly logarithmic?: true;
  /** Settings that say how large it is. */
  readonly sizes: readonly string[];
  /** What general settings are here unless they are given, instead of what they usually are. */
  readonly usual?: Readonly<Partial<Record<"beta" | "floor", number>>>;
}

/** A task with settings of its own. */
export interface Task<Table extends SpecTable = SpecTable> extends TaskFacts {
  /** Settings that mean something here alone. */
  readonly settings: Table;
  /** Whether settings ask for it, where no task before it does; its name does unless told otherwise. */
  readonly claims?: (settings: TaskKey) => boolean;
  /** What builds its objects, where the settings say all of it; else a file or a table says more, or it brings its own. */
  readonly environment?: (config: GeneralConfig & Recorded<Table>) => Promise<Environment>;
  /** Opens it; `names` are those of all tasks, for whoever has to list them. */
  open(config: GeneralConfig & Recorded<Table>, names: readonly string[]): Promise<TaskWorld>;
}

/** What all tasks of sequences of letters have that are scored by something else than themselves. */
export const ofLetters = {
  builds: "sequences",
  noise: ["sticky", "memory", "matrix"],
  hasScores: false,
  sizes: ["maxLength", "alphabet"],
  settings: {},
} as const satisfies Partial<Task>;

/** What worlds have in common whose scores add up along an automaton: drawn by a seed, and known exactly at any length. */
export const ofAutomata = {
  builds: "sequences",
  noise: ["sticky", "memory", "matrix"],
  hasScores: true,
  takes: ["length", "alphabet", "worldSeed"],
  logarithmic: true,
  sizes: ["maxLength", "alphabet"],
  // Scores are logarithms of rewards already.
  usual: { beta: 1 },
  settings: {},
} as const satisfies Partial<Task>;

/** A declaration, whose own settings have the types that its table says. */
export function defineTask<const Table extends SpecTable>(task: Task<Table>): Task<Table> {
  return task;
}

/** Holds where a task was asked for by its name. */
export function onTask(name: string) {
  return { words: `on the task "${name}"`, holds: ({ task }: TaskKey): boolean => task === name };
}
