/** What samples are drawn from: a run's policy or one that looks ahead, under a condition, after a beginning. */
import { nextLetters, readBeginning, type NextLetter } from "../../assessment/beginning.ts";
import type { AskedCondition } from "../../assessment/condition/conditions.ts";
import type { World } from "../../assessment/world.ts";
import type { AheadOptions } from "../../assessment/look-ahead/ahead-policy.ts";
import { worldAt } from "../../assessment/condition/world-at.ts";
import { drawUnscored } from "../../assessment/samples.ts";
import type { Made } from "../../design/batch/read-sequence-list.ts";
import { frameOf } from "../../design/request/frame.ts";
import type { RuleValues } from "../../design/rules/rule.ts";
import { type Rules, ruleSpace } from "../../design/rules/ruled-space.ts";
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/environment.ts";
import type { SequenceEnvironment, SequenceState } from "../../environment/sequence/sequence.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { atContext } from "../../environment/context.ts";
import type { ExperimentConfig } from "../../run/config/config.ts";
import type { ActingWorld } from "../../world/run-space.ts";
import type { Policy } from "../../training/method.ts";
import { findCondition } from "../../run/training/find-condition.ts";
import type { SampleRow } from "./select-samples.ts";

/** What was asked for. */
export interface SamplerOptions extends AskedCondition {
  /** Steps to look ahead; 0 is the policy itself. */
  readonly decideAhead?: number | undefined;
  readonly onWarning?: ((text: string) => void) | undefined;
  /** What every sample has to obey, with the letters of a parent where rules speak of one. */
  readonly rules?: RuleValues | undefined;
  readonly parent?: string | undefined;
}

/** A trained policy, and what it acts in. */
export interface SampleSource extends ActingWorld {
  readonly config: Pick<ExperimentConfig, "task">;
  readonly policy: Policy;
  /** What scores; null where samples are drawn without. */
  readonly world: World | null;
  /** The policy that looks ahead, where one can be made. */
  readonly ahead?: (options: AheadOptions) => Policy;
}

/** A beginning, as typed and as outcomes; none where sequences are made from the start. */
export interface Beginning {
  readonly text: string;
  readonly outcomes: readonly number[];
  /** Its number among all of them; each has draws of its own. */
  readonly part: number;
}

/** What may come after a beginning. */
export interface NextReport {
  readonly beginning: string;
  readonly letters: readonly NextLetter[];
}

export interface Sampler {
  /** What sequences this one makes; undefined where it makes anything else. */
  readonly made: Made | undefined;
  /** Rules that samples have to obey, and whether they can be drawn so. */
  readonly ruled: { readonly rules: Rules; readonly canMask: boolean } | undefined;
  /** Beginnings to finish, checked step by step; a single undefined one where there are none. */
  beginnings(texts: readonly string[] | undefined): readonly (Beginning | undefined)[];
  nextLetters(beginnings: readonly (Beginning | undefined)[]): Promise<readonly NextReport[]>;
  /** `onDrawn` hears how many there are by now. */
  draw(
    count: number,
    seed: number,
    beginning: Beginning | undefined,
    onDrawn?: (drawn: number) => void,
    /** Whether letters are drawn among those that rules leave. */
    masked?: boolean,
  ): Promise<readonly SampleRow[]>;
}

export function createSampler(source: SampleSource, options: SamplerOptions): Sampler {
  const context = findCondition(source, options, options.onWarning)?.context;
  const world =
    source.world === null || context === undefined ? source.world : worldAt(source.world, context);
  const environment = context === undefined ? source.environment : atContext(source.environment, context);
  const { decideAhead: steps = 0 } = options;
  const ends = world?.free ? world : undefined;
  const policy = steps === 0 ? source.policy : source.ahead!({ steps, ends, context });
  const sequences = asSequences(environment);
  const made =
    sequences === null
      ? undefined
      : {
          alphabet: sequences.alphabet.symbols,
          minLength: sequences.minLength,
          maxLength: sequences.maxLength,
        };
  const rules = made === undefined ? undefined : rulesOf(made, options);
  // Where letters slip, what is intended cannot keep to rules about what comes.
  const canMask = environment.noise === undefined && environment.memory === undefined;
  const drawsIn = (masked: boolean): Environment =>
    masked && rules !== undefined && sequences !== null ? maskedBy(sequences, rules) : environment;
  return {
    made,
    ruled: rules && { rules, canMask },
    beginnings(texts) {
      if (texts === undefined) return [undefined];
      return texts.map((text, part) => ({
        text,
        outcomes: readBeginning(environment, text, context),
        part,
      }));
    },
    async nextLetters(beginnings) {
      const reports: NextReport[] = [];
      for (const beginning of beginnings) {
        if (beginning === undefined) continue;
        const letters = await nextLetters(policy, beginning.outcomes, context);
        reports.push({ beginning: beginning.text, letters });
      }
      return reports;
    },
    async draw(count, seed, beginning, onDrawn, masked = false) {
      const options = { context, beginning: beginning?.outcomes, part: beginning?.part, onDrawn };
      const { objects, intended } = await drawUnscored(drawsIn(masked), policy, count, seed, options);
      const scores = await world?.landscape.score(objects);
      const begun = beginning === undefined ? {} : { beginning: beginning.text };
      return objects.map((sequence, i) =>
        Object.assign({ sequence, intended: intended[i]!, score: scores?.[i] ?? null }, begun),
      );
    },
  };
}

/** The rules over what a run makes; undefined where none were told. */
function rulesOf(made: Required<Made>, { rules, parent }: SamplerOptions): Rules | undefined {
  if (rules === undefined) return undefined;
  const known = parent?.toUpperCase();
  if (known !== undefined && known.length !== made.maxLength) {
    throw new WindageError(
      "design/bad-rule",
      (say) => `${say("parent")}: got ${known.length} letters, expected ${made.maxLength}, as the run makes`,
    );
  }
  const numbers = Array.from({ length: made.maxLength }, (_, place) => place + 1);
  return ruleSpace(
    rules,
    { ...made, parent: known === undefined ? undefined : { sequence: known, numbers } },
    frameOf([]),
  );
}

/** The same environment, in which letters that rules do not leave are no choice. */
function maskedBy(environment: SequenceEnvironment, { machine }: Rules): Environment<SequenceState> {
  return {
    ...environment,
    isLegal: (state, action) => environment.isLegal(state, action) && machine.isLegal(state.tokens, action),
  };
}
