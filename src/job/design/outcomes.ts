/** What came of the orders of a project, for the intervals of the next one. */
import type { PredictionOutcome } from "../../design/surrogate/earlier-orders.ts";
import { whatCame } from "../../design/rounds.ts";
import { measurementsOf } from "../../run/project/measurements-of.ts";
import type { Project } from "../../run/project/project.ts";

/** Predictions and results of every order, from the first to the last. */
export function outcomesOf(project: Project): readonly (readonly PredictionOutcome[])[] {
  const now = measurementsOf(project);
  return project.orders.map(({ toldFiles, proposal }) =>
    whatCame(proposal.designs, measurementsOf(project, toldFiles), now, project.settings.round),
  );
}
