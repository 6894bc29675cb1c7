/** Draws what is asked of a sampler: for each beginning the first so many, or those that keep the rules. */
import type { RuleValues } from "../../design/rules/rule.ts";
import type { AskedCondition } from "../../assessment/condition/conditions.ts";
import { seedsApart } from "./draw-pieces.ts";
import { drawSelected, type DrawProgress } from "./draw-selected.ts";
import type { Beginning, Sampler } from "./sampler.ts";
import type { SampleRow } from "./select-samples.ts";

/** What is drawn, and which of it is kept. */
export interface SampleSettings extends AskedCondition {
  /** How many, for each beginning; 20 unless given. */
  readonly count?: number | undefined;
  /** The same seed draws the same samples; 0 unless given. */
  readonly seed?: number | undefined;
  /** Steps to look ahead when deciding; 0, the policy itself, unless given. */
  readonly decideAhead?: number | undefined;
  /** Beginnings to finish. */
  readonly complete?: readonly string[] | undefined;
  /** Whether scores are left out, so that nothing is opened or asked for them. */
  readonly unscored?: boolean | undefined;
  /** Each object once. */
  readonly unique?: boolean | undefined;
  /** Only the best so many. */
  readonly top?: number | undefined;
  /** Letters by which any two differ at least. */
  readonly minDistance?: number | undefined;
  readonly minScore?: number | undefined;
  /** Sequences to leave out: a list, or the text of a file with them. */
  readonly exclude?: string | readonly string[] | undefined;
  /** What every sample has to obey (docs/rules.md). */
  readonly rules?: RuleValues | undefined;
}

/** Whether any rule picks among what is drawn. */
export function hasRules({ unique, top, minDistance, minScore, exclude, rules }: SampleSettings): boolean {
  return unique === true || (top ?? minDistance ?? minScore ?? exclude ?? rules) !== undefined;
}

/** What was drawn. */
export interface Drawn {
  readonly samples: readonly SampleRow[];
  /** How many were drawn for them. */
  readonly drawn: number;
}

/** Who hears of it; what `onProgress` throws ends it. */
export interface DrawHooks {
  readonly onProgress?: (progress: DrawProgress) => void;
  readonly onWarning?: (text: string) => void;
}

export async function drawAll(
  sampler: Pick<Sampler, "draw" | "made" | "ruled">,
  beginnings: readonly (Beginning | undefined)[],
  settings: SampleSettings,
  { onProgress, onWarning }: DrawHooks = {},
): Promise<Drawn> {
  const { count = 20, seed = 0, unique = false, top, minDistance, minScore, exclude = "" } = settings;
  const excluded = typeof exclude === "string" ? exclude : exclude.join("\n");
  const samples: SampleRow[] = [];
  let drawn = 0;
  for (const beginning of beginnings) {
    // The first samples are those that would be drawn without any rule.
    const drawing = (masked: boolean) => (some: number, chunk: number, onDrawn: (drawn: number) => void) =>
      sampler.draw(some, seed + chunk * seedsApart, beginning, onDrawn, masked);
    const { ruled } = sampler;
    const obeys = ruled?.rules.obeys;
    const rules = { unique, top, minDistance, minScore, count, excluded, obeys, made: sampler.made };
    let kept = await drawSelected(rules, drawing(false), onProgress);
    if (ruled?.canMask === true && kept.rows.length < (top ?? count)) {
      drawn += kept.drawn;
      onWarning?.(
        `${kept.rows.length} of ${kept.drawn} samples obey the rules, fewer than are wanted: letters are drawn among those that rules leave, so that samples have another law than those of the run that obey`,
      );
      kept = await drawSelected(rules, drawing(true), onProgress);
    }
    // One by one: as arguments of one call, a hundred thousand rows would overflow the stack.
    for (const row of kept.rows) samples.push(row);
    drawn += kept.drawn;
  }
  return { samples, drawn };
}
