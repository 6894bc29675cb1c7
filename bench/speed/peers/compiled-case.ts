/**
 * The work that loops compiled by XLA are compared on, as plain data: trajectory balance on 8-mers of the built-in
 * landscape, without noise, every trajectory from the policy itself, nothing evaluated. The same objects go to our trainer
 * (`compiled-worker.ts`) and, as JSON, to bench/reference/compiled.py.
 */
export interface CompiledCase {
  readonly kind: "peer";
  readonly length: 8;
  readonly tokens: 4;
  readonly hidden: number;
  readonly layers: number;
  /** Trajectories per iteration. */
  readonly batch: number;
  readonly exponent: number;
  readonly floor: number;
  readonly rate: number;
}

/** The network of gfnx's own TFBind8 example at any batch. */
export const compiledCase = (batch: number): CompiledCase => ({
  kind: "peer",
  length: 8,
  tokens: 4,
  hidden: 256,
  layers: 2,
  batch,
  exponent: 3,
  floor: 1e-3,
  rate: 1e-3,
});

/** The rows of the table. */
export const compiledCases: readonly CompiledCase[] = [16, 256].map((batch) => compiledCase(batch));
