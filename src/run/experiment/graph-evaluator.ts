/**
 * Exact evaluation on any small environment whose scores may all be asked for: variable lengths, masks, noise that
 * depends on the state, several parents. The environment itself is walked, so nothing can disagree with what is sampled.
 */
import type { Environment } from "../../environment/index.ts";
import { evaluateExact, exploreGraph, graphLaw, graphLimit } from "../../evaluation/index.ts";
import type { ExactEvaluation, ExploredGraph, GraphLimit } from "../../evaluation/index.ts";
import { PolicyTable } from "../../training/index.ts";
import type { StateList } from "../../training/index.ts";
import type { Experiment } from "./build.ts";
import type { Evaluator } from "./evaluator.ts";

/** Where states have several parents the limit is approached step by step; this is near enough for four digits. */
const limitOptions = { gap: 1e-6, maxSteps: 5000 };

export class GraphEvaluator implements Evaluator {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  readonly #graph: ExploredGraph<unknown>["graph"];
  readonly #table: PolicyTable;
  /** The state of the graph that each row of the table is about. */
  readonly #rows: Int32Array;
  readonly #logReward: Float64Array;
  readonly #limit: GraphLimit;
  readonly #forwardLimit: GraphLimit;

  private constructor(
    { reward }: Experiment,
    graph: ExploredGraph<unknown>["graph"],
    objects: readonly string[],
    scores: Float64Array,
    table: PolicyTable,
    rows: Int32Array,
  ) {
    this.#graph = graph;
    this.objects = objects;
    this.scores = scores;
    this.#table = table;
    this.#rows = rows;
    this.#logReward = reward.logRewards(scores);
    this.#limit = graphLimit(graph, this.#logReward, "reverse", limitOptions);
    this.#forwardLimit = graphLimit(graph, this.#logReward, "forward", limitOptions);
  }

  static async create(experiment: Experiment): Promise<GraphEvaluator> {
    const { environment, landscape, trainer } = experiment;
    const { graph, states, objects: terminals } = exploreGraph(describe(environment));
    const objects = terminals.map((state) => environment.objectOf(state));
    const scores = await landscape.score(objects);
    const rows = Int32Array.from(states.keys()).filter((s) => graph.object[s] === -1);
    const list = listRows(environment, states, rows);
    const table = await PolicyTable.compile(trainer.options, trainer.parameters, list);
    return new GraphEvaluator(experiment, graph, objects, scores, table, rows);
  }

  get limitTv(): number {
    return this.#limit.tv;
  }

  async evaluate(learnedLogZ?: number): Promise<ExactEvaluation> {
    return evaluateExact({
      law: await this.law(),
      logReward: this.#logReward,
      limit: this.#limit,
      forwardLimit: this.#forwardLimit,
      ...(learnedLogZ === undefined ? {} : { learnedLogZ }),
    });
  }

  async law(): Promise<Float64Array> {
    const { stateCount, actionCount } = this.#graph;
    const known = await this.#table.probabilities();
    const policy = new Float64Array(stateCount * actionCount);
    this.#rows.forEach((state, row) => {
      policy.set(known.subarray(row * actionCount, (row + 1) * actionCount), state * actionCount);
    });
    return graphLaw(this.#graph, policy);
  }

  dispose(): Promise<void> {
    return this.#table.dispose();
  }
}

/** The environment as `exploreGraph` reads it. */
function describe(environment: Environment): Parameters<typeof exploreGraph<unknown>>[0] {
  const probabilities = new Float64Array(environment.outcomeCount);
  return {
    root: environment.initial,
    actionCount: environment.actionCount,
    key: (state) => environment.key(state),
    isTerminal: (state) => environment.isTerminal(state),
    outcomes: (state, action) => {
      if (!environment.isLegal(state, action)) return [];
      environment.outcomeProbabilities(state, action, probabilities);
      return Array.from(probabilities, (probability, outcome) => ({ probability, outcome }))
        .filter(({ probability }) => probability > 0)
        .map(({ probability, outcome }) => ({ probability, state: environment.next(state, outcome) }));
    },
  };
}

/** States that go on, as a model reads them. */
function listRows(environment: Environment, states: readonly unknown[], rows: Int32Array): StateList {
  const { featureCount, actionCount, enumeration } = environment;
  const features = new Float32Array(rows.length * featureCount);
  const legal = new Uint8Array(rows.length * actionCount);
  const index = new Int32Array(rows.length);
  rows.forEach((s, row) => {
    const state = states[s];
    environment.encode(state, features, row * featureCount);
    index[row] = enumeration?.indexOf(state) ?? 0;
    for (let action = 0; action < actionCount; action++) {
      legal[row * actionCount + action] = environment.isLegal(state, action) ? 1 : 0;
    }
  });
  return { count: rows.length, features, index, legal };
}
