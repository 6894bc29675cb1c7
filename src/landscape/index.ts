/**
 * Landscapes: scores of finished sequences, from tables in memory and functions, and the reward made of them. Nothing
 * here needs Node; files, programs and services are in `source/` and `table/`. See docs/landscapes.md.
 */

export { type Landscape, type Oracle } from "./landscape.ts";
export { type Bounds, type Context, type ContextSpec } from "./context.ts";
export {
  automatonLandscape,
  type AutomatonLandscape,
  type AutomatonLandscapeOptions,
} from "./automaton/automaton-landscape.ts";
export { chainLandscape, type ChainOptions } from "./automaton/chain-landscape.ts";
export { motifLandscape, type MotifOptions } from "./automaton/motif-landscape.ts";
export { parseProfiles } from "./automaton/parse-profiles.ts";
export { type Profile, profileLandscape } from "./automaton/profile-landscape.ts";
export { type BitLandscape, type BitOptions, bitLandscape } from "./bits/bit-landscape.ts";
export { categoryLandscape } from "./exact/category-landscape.ts";
export { EditDistances } from "./distance/edit-distance.ts";
export { DNA, SequenceSpace } from "./exact/sequence-space.ts";
export { type ScoreSummary, TableLandscape } from "./exact/table-landscape.ts";
export { tabulate } from "./exact/tabulate.ts";

export { type BindingDomain, createSim8, SIM8_DOMAINS } from "./exact/sim8.ts";
export {
  type GridLandscape,
  type GridLandscapeOptions,
  gridLandscape,
  type GridRewards,
} from "./exact/grid-landscape.ts";
export { type BatchFunction, type SingleFunction, functionOracle } from "./oracle/function-oracle.ts";
export { CachedOracle, type CachedOptions, type ScoreStore } from "./oracle/cached-oracle.ts";
export { OracleError } from "./oracle/oracle-error.ts";
export { Reward, type RewardOptions } from "./reward.ts";
export { type Provenance } from "./provenance.ts";
export type {
  Assay,
  AssayLayout,
  AssayOptions,
  DecimalMark,
  Delimiter,
  Measurement,
  Parent,
} from "./assay/assay.ts";
export { readAssay } from "./assay/read-assay.ts";
