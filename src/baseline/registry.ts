/** Baselines by name: what each is, what can be set about it, and how it is made. */
import { WindageError } from "../error.ts";
import { createMars, marsDefaults } from "./mars.ts";
import { createMh, mhDefaults } from "./mh.ts";
import { createPpo, ppoDefaults } from "./ppo.ts";
import { createRandom, randomDefaults } from "./random.ts";
import { createSac, sacDefaults } from "./sac.ts";
import { checkSetup, type BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";
import { createSoftQ, softQDefaults } from "./soft-q.ts";

/** Values of a baseline's settings by name. */
export type BaselineSettings = Readonly<Record<string, number | string>>;

/** What trainers call the kind and the sizes of a network. */
export type NetworkSetting = "model" | "hidden" | "layers" | "kmer";

/** A baseline as comparisons know it: its settings with their defaults, and how it is made. */
export interface Baseline {
  readonly name: string;
  /** One line for help texts. */
  readonly summary: string;
  /** Every setting with its default. */
  readonly defaults: BaselineSettings;
  /** What can be set about its networks, by the names that trainers have for it. */
  readonly networks: readonly NetworkSetting[];
  create(setup: BaselineSetup, settings?: BaselineSettings): Promise<Method>;
}

/** An entry whose settings have been given the types of the baseline itself; callers check names and kinds before. */
function entry<Settings extends object>(
  name: string,
  summary: string,
  defaults: Settings,
  networks: readonly NetworkSetting[],
  create: (setup: BaselineSetup, settings?: Partial<Settings>) => Promise<Method>,
): Baseline {
  return {
    name,
    summary,
    defaults: { ...defaults } as unknown as BaselineSettings,
    networks,
    async create(setup, settings = {}) {
      checkSetup(name, setup);
      return create(setup, settings as Partial<Settings>);
    },
  };
}

/** Networks of any kind, as trainers have them. */
const any: readonly NetworkSetting[] = ["model", "hidden", "layers", "kmer"];

/** The baselines that methods are compared with, the simplest first. */
export const baselines: readonly Baseline[] = [
  entry("random", "every legal intention with equal chances", randomDefaults, [], createRandom),
  entry("mh", "Metropolis–Hastings chains over finished objects", mhDefaults, [], createMh),
  entry("mars", "annealed chains with a learned proposal", marsDefaults, ["hidden", "layers"], createMars),
  entry("ppo", "proximal policy optimisation with entropy in the return", ppoDefaults, any, createPpo),
  entry("sac", "discrete soft actor-critic", sacDefaults, any, createSac),
  entry("soft-q", "soft Q-learning, corrected for noise", softQDefaults, any, createSoftQ),
];

/** The names of all baselines, as comparisons take them. */
export const baselineNames: readonly string[] = baselines.map(({ name }) => name);

/** The baseline of a name, such as `mh` or `ppo`, with its settings and how it is made. */
export function findBaseline(name: string): Baseline {
  const found = baselines.find((baseline) => baseline.name === name);
  if (found) return found;
  throw new WindageError(
    "baseline/unknown",
    `baseline: got "${name}", expected one of ${baselineNames.join(", ")}.`,
  );
}
