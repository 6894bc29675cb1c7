/**
 * What is trained where nobody says how, by what a world declares: the one place where a default depends on the world
 * (docs/defaults.md has the table that chose them). Numbers have theirs in `settings/training/`, whatever the world.
 *
 * - **Listed**: states are numbered and few. A row per state remembers what a network cannot express, and balance step by
 *   step is solved exactly: `memory` and `sdb`.
 * - **Past enumeration**: sequences of which there are too many. Balance step by step would have to carry the end back
 *   through every step; balance of whole sequences is a regression on log R, and the model reads what long sequences are
 *   made of: `spectrum` and `stb`.
 * - **Anything else**: few sequences that something beside them keeps from being numbered (`kmer`) or no sequences (`mlp`),
 *   and `sdb`.
 */
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import { sdb } from "../../objective/balance/sdb.ts";
import { stb } from "../../objective/balance/stb.ts";
import type { Objective } from "../../objective/objective.ts";

/** Above this many states a table beside the network costs more than it gives. */
const mostListed = 2 ** 18;

/** The objective where none is given. */
export function usualObjective(environment: Environment): Objective {
  return isPastEnumeration(environment) ? stb : sdb;
}

/** The network where none is given. */
export function usualModel(environment: Environment): "memory" | "kmer" | "spectrum" | "mlp" {
  const { enumeration } = environment;
  if (enumeration !== undefined && enumeration.stateCount <= mostListed) return "memory";
  if (isPastEnumeration(environment)) return "spectrum";
  return asSequences(environment) ? "kmer" : "mlp";
}

function isPastEnumeration(environment: Environment): boolean {
  const sequences = asSequences(environment);
  if (sequences === null) return false;
  const { alphabet, maxLength } = sequences;
  // The beginnings of all sequences, themselves included; also where a memory beside them keeps them from being numbered.
  return (alphabet.size ** (maxLength + 1) - 1) / Math.max(1, alphabet.size - 1) > mostListed;
}
