/** What a user's module brings to `windage train`, as a type that its author can hold it against. */
import type { Environment } from "../environment/environment.ts";
import type { Context } from "../landscape/context.ts";
import type { Landscape } from "../landscape/landscape.ts";
import type { ContextSource } from "../training/setup/contexts.ts";

/** What a module for `windage train` exports as its default: `export default { … } satisfies TaskModule`. */
export interface TaskModule {
  readonly environment: Environment;
  readonly landscape: Landscape;
  /** Whether every score may be asked for, and nothing but exact evaluation will do. */
  readonly exact?: boolean;
  /** What is drawn in training, where the environment takes a condition; every category alike unless given. */
  readonly contexts?: ContextSource;
  /** Conditions by name: what reports are about, and what `--condition` takes. */
  readonly conditions?: Readonly<Record<string, Context>>;
}
