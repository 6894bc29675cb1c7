/** The random cases of every lowered primitive, by the primitive's name. */
import { contractionProperties } from "./contraction-properties.fixture.ts";
import { elementwiseProperties } from "./elementwise-properties.fixture.ts";
import type { CaseArbitrary } from "./elementwise-properties.fixture.ts";
import { movementProperties } from "./movement-properties.fixture.ts";

export const primitiveProperties: Readonly<Record<string, CaseArbitrary>> = {
  ...elementwiseProperties,
  ...movementProperties,
  ...contractionProperties,
};
