/**
 * What a check of an environment found: one entry per kind of mistake, with its first example and how often it was
 * met, and how much of the environment was looked at.
 */

/** The mistakes that are looked for; `mistakes` says what each means and what to do. */
export type ProblemKind = keyof typeof mistakes;

/** The advice that closes each message. */
const mistakes = {
  missing: "Write every member of the contract that is not optional.",
  counts: "Give the contract's counts as whole numbers.",
  throws: "Legal actions, their possible outcomes and every state they lead to must work without errors.",
  "wrong-type": "Return exactly what the contract says.",
  "starts-finished": "Begin with a state from which something can be built.",
  "no-legal-action": "Allow an action there, or make the state terminal.",
  "legal-at-terminal": "Return false from isLegal in terminal states.",
  probabilities:
    "Write a probability for every outcome, zeros included, so that they are at least 0 and sum to 1.",
  "not-deterministic":
    "Let every method depend on its arguments alone; chance belongs into outcomeProbabilities.",
  "changes-state": "Build a new state in next and leave the old one as it is.",
  "encoding-window": "Write featureCount numbers from offset on, all of them and nothing else.",
  "encoding-not-finite": "Encode states as finite numbers.",
  "encoding-shared": "Add whatever tells the two apart (often the length, or whether the state is terminal).",
  "key-shared": "Put everything that matters for the future of a state into its key.",
  "too-long": "Raise maxSteps, or make sure that every trajectory ends.",
  "backward-range": "Let backward.indexOf return whole numbers from 0 to backward.count - 1.",
  "backward-illegal":
    "Let backward.isLegal return true for every way in that has a chance, under noise as well.",
  "backward-shared": "Give every pair of a parent and an intention its own number.",
  "backward-impossible":
    "Let backward.isLegal return true only for ways in that can happen; else balance leaks.",
  "backward-entry":
    "Let backward.entry return the parent, the action and the outcome that the number stands for.",
  "action-unused": "Lower actionCount, or allow the action where it can be taken.",
  "action-uncounted": "Raise actionCount, or return false from isLegal for actions that there are not.",
  "outcome-unused": "Lower outcomeCount, or give the outcome a probability where it can happen.",
  "steps-unused": "Lower maxSteps: every update has room for so many steps.",
  "index-range": "Number the states from 0 to stateCount - 1.",
  "index-shared": "Give every state its own number.",
  "index-unused":
    "Number only the states that can be reached, or make all of them reachable: a table has a row for each number.",
  "index-order": "Give terminal states the last numbers.",
  "memory-undeclared":
    "Declare what is remembered as memory, or let next depend on the state and the outcome alone.",
  "memory-range": "Number what is remembered from 0 to memory.count - 1.",
  "memory-short": "Remember all that the noise depends on, and put it into the key.",
  "memory-moves": "Let memory.remember say what memory.indexOf says of the state that next returns.",
  "memory-parents":
    "Let every state have one parent and backward.indexOf return the action: training refuses a memory otherwise.",
  "object-shared": "Let every object have one terminal state, or its probability is split among several.",
} as const;

/** One kind of mistake, where it was met first and how often. */
export interface EnvironmentProblem {
  readonly kind: ProblemKind;
  /** The key of the first state where it was met; undefined where no state is to blame. */
  readonly state: string | undefined;
  /** What was got there, what was expected and what to do. */
  readonly message: string;
  /** How often it was met. */
  readonly count: number;
}

/** Conditions that were looked at, and how many there are; null where there is no end of them. */
export interface LookedAt {
  readonly looked: number;
  readonly of: number | null;
}

/** What was looked at and what was found. */
export interface EnvironmentReport {
  readonly environment: string;
  readonly ok: boolean;
  /** Whether every state was looked at that can be reached; else the first ones and those on random walks. */
  readonly exhaustive: boolean;
  /** The conditions it was looked at under, where the start depends on one. */
  readonly conditions?: LookedAt;
  readonly states: number;
  readonly terminalStates: number;
  /** Steps (state, intention, outcome) that were tried. */
  readonly transitions: number;
  readonly problems: readonly EnvironmentProblem[];
}

/** Collects problems: the first example of each kind, and a count. */
export class Problems {
  /** The condition that is looked at, in words. */
  under: string | undefined;
  readonly #found = new Map<ProblemKind, { state: string | undefined; message: string; count: number }>();

  /** Notes a problem; `finding` says what was got and what was expected. */
  add(kind: ProblemKind, state: string | undefined, finding: string): void {
    const known = this.#found.get(kind);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const places = [
      ...(this.under === undefined ? [] : [`under ${this.under}`]),
      ...(state === undefined ? [] : [`at state ${JSON.stringify(state)}`]),
    ].join(" ");
    const where = places === "" ? "" : `${places[0]!.toUpperCase()}${places.slice(1)}: `;
    this.#found.set(kind, { state, message: `${where}${finding}. ${mistakes[kind]}`, count: 1 });
  }

  has(kind: ProblemKind): boolean {
    return this.#found.has(kind);
  }

  list(): EnvironmentProblem[] {
    return Array.from(this.#found, ([kind, { state, message, count }]) => ({ kind, state, message, count }));
  }
}

/** Under which conditions, in words. */
function underText(conditions: LookedAt | undefined): string {
  if (conditions === undefined) return "";
  const { looked, of } = conditions;
  if (looked === 0) return " (under no condition, since none is known; declare some)";
  const noun = (count: number): string => (count === 1 ? "condition" : "conditions");
  if (of === null) return ` under ${looked} ${noun(looked)} that stand${looked === 1 ? "s" : ""} for all`;
  return looked === of
    ? ` under ${of === 1 ? "its" : `all ${of}`} ${noun(of)}`
    : ` under ${looked} of ${of} conditions`;
}

/** The report of `checkEnvironment` as text for people. */
export function formatEnvironmentReport(report: EnvironmentReport): string {
  const { environment, exhaustive, conditions, states, terminalStates, transitions, problems } = report;
  const looked =
    `${environment}: looked at ${exhaustive ? "all" : "some"} states${underText(conditions)}: ${states}, ${terminalStates} of them terminal, ` +
    `and ${transitions} possible steps.`;
  const unseen = exhaustive
    ? ""
    : " What only the others would show, such as states or objects that can be reached in several ways, was not verified; a smaller space of the same kind can be.";
  if (problems.length === 0) return `${looked}\nNo problems found.${unseen}`;
  const list = problems.map(
    ({ kind, message, count }, at) =>
      `${at + 1}. ${kind}${count === 1 ? "" : ` (${count} times, first shown)`}: ${message}`,
  );
  return [looked, `${problems.length} ${problems.length === 1 ? "problem" : "problems"}:`, ...list].join(
    "\n",
  );
}
