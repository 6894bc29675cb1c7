/** Golden cases of kind `automaton`: log Z, both limits and both KLs of a policy at lengths that nothing can enumerate. */
import {
  automatonForwardLimit,
  automatonReverseLimit,
} from "../../src/evaluation/automaton/automaton-limit.ts";
import { automatonLogReward, createAutomaton } from "../../src/evaluation/automaton/automaton.ts";
import {
  automatonLogZ,
  klOfOutcomes,
  policyOutcomes,
  targetOutcomes,
} from "../../src/evaluation/automaton/outcome-law.ts";
import { stickyKernel } from "../../src/evaluation/law/kernel.ts";
import { describeGoldenCases, expectClose } from "./golden-cases.fixture.ts";

interface AutomatonCase {
  readonly kind: "automaton";
  readonly alphabetSize: number;
  readonly length: number;
  readonly alpha: number;
  readonly start: number;
  readonly inputs: {
    readonly next: readonly (readonly number[])[];
    readonly logWeight: readonly (readonly (readonly number[])[])[];
    readonly endLogWeight: readonly number[];
    readonly policy: readonly (readonly (readonly number[])[])[];
    readonly sequences: readonly (readonly number[])[];
  };
  readonly expected: Readonly<Record<string, number | readonly number[]>>;
}

function run(golden: AutomatonCase): Record<string, number | ArrayLike<number>> {
  const { alphabetSize, length, alpha, start, inputs } = golden;
  const automaton = createAutomaton({ ...inputs, start, maxLength: length });
  const kernel = stickyKernel(alphabetSize, alpha);
  const target = targetOutcomes(automaton);
  const policy = inputs.policy.map((rows) => rows.flat());
  const law = policyOutcomes(automaton, policy, kernel);
  return {
    logZ: automatonLogZ(automaton),
    limitReverseKl: automatonReverseLimit(automaton, kernel).kl,
    limitForwardKl: automatonForwardLimit(automaton, kernel).kl,
    policyKlReverse: klOfOutcomes(automaton, law, target),
    policyKlForward: klOfOutcomes(automaton, target, law),
    logReward: inputs.sequences.map((letters) => automatonLogReward(automaton, letters)),
  };
}

describeGoldenCases("golden cases: automata", ["automaton"], run, (name, actual, expected) =>
  expectClose(actual, expected, name),
);
