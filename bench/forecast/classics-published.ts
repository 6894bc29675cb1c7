/**
 * What others are published with on the nine classic sets: MASE and WQL as in `benchmarks/chronos_zeroshot/results` of
 * autogluon/fev (read in November 2026), in the order of `columns`. "Best classical" is the best of its statistical models,
 * set by set and for each measure by itself.
 */
export const columns = [
  "Seasonal naive",
  "Best classical",
  "Chronos-Bolt base",
  "TiRex",
  "TimesFM 2.0",
] as const;

/** A set: how its files are called, how far ahead, the season of MASE, and `[MASE, WQL]` of each column. */
export interface ClassicSet {
  readonly name: string;
  readonly file: string;
  readonly horizon: number;
  readonly season: number;
  readonly published: readonly (readonly [number, number])[];
}

function set(
  name: string,
  horizon: number,
  season: number,
  ...published: readonly (readonly [number, number])[]
): ClassicSet {
  const words = name.split(" ");
  return {
    name,
    file: name === "hospital" ? "hospital_monthly" : words.join("_"),
    horizon,
    season,
    published,
  };
}

// prettier-ignore
export const sets: readonly ClassicSet[] = [
  set("M1 monthly", 18, 12, [1.314, .1915], [1.089, .1544], [1.100, .1392], [1.060, .1323], [1.052, .1299]),
  set("M1 quarterly", 8, 4, [2.078, .1495], [1.661, .0820], [1.773, .1007], [1.674, .0996], [1.711, .1128]),
  set("M1 yearly", 6, 1, [4.894, .2093], [3.486, .1328], [4.404, .1505], [3.703, .1312], [3.596, .1448]),
  set("M3 monthly", 18, 12, [1.146, .1485], [.855, .0931], [.851, .0927], [.831, .0899], [.832, .0887]),
  set("M3 quarterly", 8, 4, [1.425, .1013], [1.119, .0702], [1.289, .0761], [1.154, .0699], [1.202, .0753]),
  set("M3 yearly", 6, 1, [3.172, .1665], [2.610, .1277], [2.906, .1293], [2.710, .1264], [2.822, .1439]),
  set("tourism monthly", 24, 12, [1.631, .1042], [1.483, .0909], [1.528, .0903], [1.449, .0749], [1.622, .0850]),
  set("tourism quarterly", 8, 4, [1.699, .1194], [1.597, .0612], [1.756, .0645], [1.606, .0592], [1.798, .0700]),
  set("hospital", 12, 12, [.921, .0726], [.764, .0532], [.791, .0570], [.763, .0519], [.755, .0498]),
];
