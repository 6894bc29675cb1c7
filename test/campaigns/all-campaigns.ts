/** The campaigns there are; docs/reliability.md has what came of them. */
import { argumentLists } from "./argument-lists.ts";
import type { Campaign } from "./campaign.ts";
import { compareKills } from "./compare-kills.ts";
import { csvFiles } from "./csv-files.ts";
import { damagedFolders, damagedForecasts, hostileFolders, hostileForecasts } from "./damaged-folders.ts";
import { damagedProjects, hostileProjects } from "./damaged-projects.ts";
import { designKills } from "./design-kills.ts";
import { forecastKills } from "./forecast-kills.ts";
import { formulaCells } from "./formula-cells.ts";
import { hostileNumbers } from "./hostile-numbers.ts";
import { idleOptions } from "./idle-options.ts";
import { kills } from "./kills.ts";
import { largeFiles } from "./large-files.ts";
import { locks } from "./locks.ts";
import { manyTrainers } from "./many-trainers.ts";
import { oddInputs } from "./odd-inputs.ts";
import { oddNames } from "./odd-names.ts";
import { oracles } from "./oracles.ts";
import { outputKills } from "./output-kills.ts";
import { powerCuts } from "./power-cuts.ts";
import { redirects } from "./redirects.ts";
import { surroundings } from "./surroundings.ts";
import { tellPairs } from "./tell-pairs.ts";
import { limits } from "./system-limits.ts";

export const campaigns: readonly Campaign[] = [
  kills,
  designKills,
  tellPairs,
  outputKills,
  compareKills,
  forecastKills,
  powerCuts,
  damagedFolders,
  hostileFolders,
  damagedForecasts,
  hostileForecasts,
  damagedProjects,
  hostileProjects,
  hostileNumbers,
  oracles,
  locks,
  csvFiles,
  formulaCells,
  redirects,
  oddInputs,
  oddNames,
  surroundings,
  argumentLists,
  idleOptions,
  limits,
  manyTrainers,
  largeFiles,
];
