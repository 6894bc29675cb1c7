/**
 * Splits the backward policy of an environment whose states have several parents:
 *
 *     π_B(s, a | s') = π_B(s | s') · P(a | s, c)
 *
 * The second factor is the posterior over intentions at the parent, given what happened there; it can be computed. Left
 * to learn is the first, over parents, which are told apart by the outcome that led from them. So an outcome may lead
 * into a state from one parent only; where it does from two, the product would count both in full, and that is refused.
 */
import { WindageError } from "../error.ts";
import type { Environment } from "./environment.ts";
import { replaceMembers } from "./replace-members.ts";

/** The same environment with ways into a state told apart by outcome alone, whatever was intended. */
export function overParents<State>(environment: Environment<State>): Environment<State> {
  const { backward, actionCount, outcomeCount } = environment;
  if (backward.entry === undefined) {
    throw new WindageError(
      "environment/no-entries",
      `overParents: ${environment.name} does not say which steps lead into a state, expected \`backward.entry\`; ` +
        "add it, or learn the backward policy over pairs of parent and intention.",
    );
  }
  const isLegal = (state: State, outcome: number): boolean => {
    let parent: string | undefined;
    for (let action = 0; action < actionCount; action++) {
      const way = backward.indexOf(action, outcome);
      // A number that this action and outcome cannot have may be that of another way.
      const step = backward.entry!(state, way);
      if (step?.action !== action || step.outcome !== outcome || !backward.isLegal(state, way)) continue;
      const key = environment.key(step.parent);
      if (parent !== undefined && parent !== key) throw ambiguous(environment, state, outcome, [parent, key]);
      parent = key;
    }
    return parent !== undefined;
  };
  return replaceMembers(environment, {
    backward: {
      count: outcomeCount,
      indexOf: (_action, outcome) => outcome,
      isLegal: remembered(environment, isLegal),
    },
  });
}

/** The same answers, worked out once per state where states are numbered: roll-outs ask again and again. */
function remembered<State>(
  { enumeration, outcomeCount }: Environment<State>,
  isLegal: (state: State, outcome: number) => boolean,
): (state: State, outcome: number) => boolean {
  if (enumeration === undefined) return isLegal;
  const [no, yes] = [1, 2];
  const known = new Uint8Array(enumeration.stateCount * outcomeCount);
  return (state, outcome) => {
    const at = enumeration.indexOf(state) * outcomeCount + outcome;
    if (known[at] === 0) known[at] = isLegal(state, outcome) ? yes : no;
    return known[at] === yes;
  };
}

function ambiguous<State>(
  environment: Environment<State>,
  state: State,
  outcome: number,
  parents: readonly [string, string],
): WindageError {
  return new WindageError(
    "environment/ambiguous-outcome",
    `overParents: ${environment.name}: outcome ${outcome} leads into state ${environment.key(state)} from ${parents.join(" and from ")}, ` +
      'expected one parent per outcome; set backward to "learned", or number these outcomes differently.',
  );
}
