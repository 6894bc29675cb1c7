/**
 * An environment whose methods, when they throw or return something of the wrong type, say which method it was.
 */

import type { Environment } from "../environment.ts";
import { describeAny, describeThrown } from "../../thrown.ts";

/** A method of the environment under test failed. */
export class MethodFailure extends Error {
  readonly kind: "throws" | "wrong-type";

  constructor(kind: "throws" | "wrong-type", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

function guard<Result>(method: string, type: "boolean" | "string" | "number" | undefined, run: () => Result) {
  let result: Result;
  try {
    result = run();
  } catch (cause) {
    throw new MethodFailure("throws", `${method} threw "${describeThrown(cause)}", expected no error`, {
      cause,
    });
  }
  if (type !== undefined && typeof result !== type) {
    throw new MethodFailure("wrong-type", `${method} returned ${describeAny(result)}, expected a ${type}`);
  }
  return result;
}

/** The same environment with failures that name their method. */
export function guardEnvironment<State>(environment: Environment<State>): Environment<State> {
  const { backward, enumeration, memory } = environment;
  return {
    ...environment,
    name: environment.name,
    actionCount: environment.actionCount,
    outcomeCount: environment.outcomeCount,
    maxSteps: environment.maxSteps,
    featureCount: environment.featureCount,
    initial: environment.initial,
    isTerminal: (state) => guard("isTerminal", "boolean", () => environment.isTerminal(state)),
    isLegal: (state, action) =>
      guard(`isLegal of action ${action}`, "boolean", () => environment.isLegal(state, action)),
    outcomeProbabilities: (state, action, out) =>
      guard(`outcomeProbabilities of action ${action}`, undefined, () =>
        environment.outcomeProbabilities(state, action, out),
      ),
    next: (state, outcome, action) =>
      guard(`next with outcome ${outcome}`, undefined, () => environment.next(state, outcome, action)),
    encode: (state, out, offset) => guard("encode", undefined, () => environment.encode(state, out, offset)),
    key: (state) => guard("key", "string", () => environment.key(state)),
    objectOf: (state) => guard("objectOf", "string", () => environment.objectOf(state)),
    backward: {
      count: backward.count,
      indexOf: (action, outcome) =>
        guard("backward.indexOf", "number", () => backward.indexOf(action, outcome)),
      isLegal: (state, index) =>
        guard(`backward.isLegal of ${index}`, "boolean", () => backward.isLegal(state, index)),
      ...(backward.entry === undefined
        ? {}
        : {
            entry: (state: State, index: number) =>
              guard(`backward.entry of ${index}`, undefined, () => backward.entry!(state, index)),
          }),
    },
    ...(memory === undefined
      ? {}
      : {
          memory: {
            count: memory.count,
            indexOf: (state: State) => guard("memory.indexOf", "number", () => memory.indexOf(state)),
            builtKey: (state: State) => guard("memory.builtKey", "string", () => memory.builtKey(state)),
            ...(memory.remember === undefined
              ? {}
              : {
                  remember: (before: number, action: number, outcome: number) =>
                    guard("memory.remember", "number", () => memory.remember!(before, action, outcome)),
                }),
          },
        }),
    ...(enumeration === undefined
      ? {}
      : {
          enumeration: {
            stateCount: enumeration.stateCount,
            indexOf: (state: State) =>
              guard("enumeration.indexOf", "number", () => enumeration.indexOf(state)),
          },
        }),
  };
}
