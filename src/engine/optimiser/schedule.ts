/** Learning-rate schedules: a factor on the base rate as a function of the step, counted from 0. */

export type Schedule = (step: number) => number;

/** Always the base rate. */
export const constantRate: Schedule = () => 1;

/**
 * A schedule of the learning rate that rises linearly from 1/steps to 1 over the first `steps` steps, then follows
 * `then` from its own start.
 */
export const warmUp =
  (steps: number, then: Schedule = constantRate): Schedule =>
  (step) =>
    step < steps ? (step + 1) / steps : then(step - steps);

/**
 * A schedule of the learning rate that falls along half a cosine from 1 to `floor` over `steps` steps and stays there.
 */
export const cosineDecay =
  (steps: number, floor = 0): Schedule =>
  (step) =>
    floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * Math.min(1, step / steps)));

/** A schedule of the learning rate that falls linearly from 1 to `floor` over `steps` steps and stays there. */
export const linearDecay =
  (steps: number, floor = 0): Schedule =>
  (step) =>
    1 - (1 - floor) * Math.min(1, step / steps);

/** A schedule of the learning rate that is multiplied by `factor` every `every` steps. */
export const stepDecay =
  (every: number, factor: number): Schedule =>
  (step) =>
    factor ** Math.floor(step / every);
