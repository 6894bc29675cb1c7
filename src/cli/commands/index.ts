/** The commands `windage` knows, in the order help lists them. A command exists once it stands here. */

import type { Command } from "../option-table.ts";
import { benchCommand } from "./bench.ts";

/** The command table. */
export const commands: readonly Command[] = [benchCommand];
