/** The headline: of 100 samples, how many are misplaced, beside the best policy and one that ignores the noise. */
import type { Figure } from "../figure.ts";
import { drawRows, plainNumber, type Row } from "../draw/rows.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import type { Drawn } from "../draw/sheet.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";

/** How far a law is from its target; null where it is not known. */
export interface LawDistance {
  /** Total variation, from 0 to 1. */
  readonly tv: number | null;
  /** Kullback–Leibler divergence from the target, in nats. */
  readonly kl: number | null;
}

export interface HeadlineData {
  /** What was sampled, such as the task and its noise. */
  readonly subject?: string;
  readonly sampler: LawDistance;
  /** Of the policy that is nearest to the target. */
  readonly best?: LawDistance | null;
  /** Of the policy that would be exact if there were no noise. */
  readonly ignored?: LawDistance | null;
}

const none = { tv: null, kl: null };

/** Objects of 100: whole ones where they are many, tenths where they are few. */
function of100(tv: number): string {
  const count = 100 * tv;
  return count >= 9.95 ? String(Math.round(count)) : String(Number(count.toPrecision(2)));
}

export function headlineFigure(data: HeadlineData, options: DrawOptions = {}): Figure {
  const { sampler, best, ignored } = data;
  const laws = [
    { name: "this sampler", law: sampler, colour: paint.blue },
    { name: "best policy", law: best ?? none, colour: paint.green },
    { name: "noise ignored", law: ignored ?? none, colour: paint.grey },
  ];
  const rows = (key: keyof LawDistance, scale: number, say: (value: number) => string): Row[] =>
    laws.map(({ name, law, colour }) => {
      const value = law[key];
      return isNumber(value)
        ? { name, value: Math.max(0, value) * scale, colour, said: say(value) }
        : { name, value: null };
    });
  const misplaced = isNumber(sampler.tv) ? `Of 100 samples, ${of100(sampler.tv)} are misplaced` : null;
  const bound = isNumber(best?.tv) ? `; the best policy misplaces ${of100(best.tv)}` : "";
  const headline = misplaced === null ? "How far the sampler is from its target" : misplaced + bound;
  return drawFigure(
    {
      kind: "headline",
      title: about(data.subject, headline),
      help: "Shorter is better. A misplaced sample is one too many of its object, while another object comes too rarely (total variation × 100); divergence also weighs how far off each probability is. The best policy is the one with the least divergence in this noise.",
      data: {
        columns: ["law", "tv", "kl_nats"],
        rows: laws.map(({ name, law }) => [name, law.tv, law.kl]),
      },
    },
    options,
    (place): Drawn | null => {
      const counts = drawRows(place, {
        title: "Misplaced samples",
        measure: "of 100 samples",
        kind: "bars",
        rows: rows("tv", 100, of100),
      });
      const divergence = drawRows(
        { ...place, top: counts === null ? place.top : counts.bottom + 8 },
        {
          title: "Divergence",
          measure: "KL(sampler ‖ target), nats",
          kind: "bars",
          rows: rows("kl", 1, plainNumber),
        },
      );
      if (counts === null || divergence === null) return counts ?? divergence;
      return { nodes: [...counts.nodes, ...divergence.nodes], bottom: divergence.bottom };
    },
  );
}
