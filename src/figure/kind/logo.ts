/**
 * Sequence logos: at each place the letters found there, the commonest on top, as high as the place is telling
 * (information in bits, log2 of the letters there are less the entropy of their shares).
 */
import type { Figure } from "../figure.ts";
import { drawPanel, type Frame } from "../draw/panel.ts";
import { about } from "../draw/say.ts";
import { linearScale, type Scale } from "../draw/scale.ts";
import { drawFigure, type Drawn, type DrawOptions, type Place } from "../draw/sheet.ts";
import { element, type SvgNode } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";
import { words } from "../draw/words.ts";
import type { LetterShares } from "./marginals.ts";

export interface LogoPanel {
  /** Whose letters: samples, the best of them, the target. */
  readonly title: string;
  readonly shares: LetterShares;
}

export interface LogoData {
  readonly subject?: string;
  readonly letters: readonly string[];
  readonly panels: readonly LogoPanel[];
}

const mostPanels = 6;
/** Places in a row, and rows. */
const [longestRow, mostRows] = [50, 4];
/** How high capitals are, as a share of the size of a sans-serif face. */
const capHeight = 0.73;
/** Places whose letters are all lower than this share of the axis have nothing to show. */
const flatness = 0.04;
/** Letters lower than this in pixels are a smear. */
const lowest = 0.8;

/** Nucleotides and classes of amino acids (acidic, basic, polar, oily, turns), each told apart by its letter as well. */
const nucleotides: Readonly<Record<string, string>> = {
  A: paint.green,
  C: paint.blue,
  G: paint.ochre,
  T: paint.vermilion,
  U: paint.vermilion,
};
const residues: readonly (readonly [letters: string, colour: string])[] = [
  ["DE", paint.vermilion],
  ["KRH", paint.blue],
  ["STNQC", paint.green],
  ["AVLIMFWY", paint.ink],
  ["GP", paint.pink],
];

function colours(letters: readonly string[]): (letter: string) => string {
  if (letters.length <= 5 && letters.every((letter) => Object.hasOwn(nucleotides, letter))) {
    return (letter) => nucleotides[letter]!;
  }
  return (letter) => residues.find(([some]) => some.includes(letter))?.[1] ?? paint.grey;
}

/** Letters of a place with their heights in bits, the lowest first. */
function stackOf(
  shares: readonly number[] | undefined,
  letters: readonly string[],
): (readonly [string, number])[] {
  const known = letters.map((letter, i) => {
    const share = shares?.[i];
    return [letter, isNumber(share) && share > 0 ? Math.min(1, share) : 0] as const;
  });
  const entropy = known.reduce((sum, [, share]) => sum - (share > 0 ? share * Math.log2(share) : 0), 0);
  const bits = Math.max(0, Math.log2(Math.max(1, letters.length)) - entropy);
  return known
    .map(([letter, share]) => [letter, share * bits] as const)
    .filter(([, height]) => height > 0)
    .sort((a, b) => a[1] - b[1]);
}

export function logoFigure({ subject, letters, panels }: LogoData, options: DrawOptions = {}): Figure {
  const rows = panels.flatMap(({ title, shares }) =>
    shares.flatMap((at, place) =>
      letters.map((letter, i) => [title, place + 1, letter, isNumber(at[i]) ? at[i] : null]),
    ),
  );
  const longest = panels.reduce((most, { shares }) => Math.max(most, shares.length), 0);
  const shown = longestRow * mostRows;
  return drawFigure(
    {
      kind: "logo",
      title: about(subject, "What sequences have in common"),
      help: `A high letter stands at that place in nearly all sequences; where all letters are equally common, none is seen.${longest > shown ? ` The first ${shown} of ${longest} places are drawn.` : ""}`,
      data: { columns: ["sequences", "place", "letter", "share"], rows },
    },
    options,
    (place) => drawLogos(place, letters, panels),
  );
}

function drawLogos(place: Place, letters: readonly string[], panels: readonly LogoPanel[]): Drawn | null {
  const drawn = panels.slice(0, mostPanels).filter(({ shares }) => shares.some((at) => at.some(isNumber)));
  if (drawn.length === 0 || letters.length === 0) return null;
  const stacks = drawn.map(({ shares }) =>
    shares.slice(0, longestRow * mostRows).map((at) => stackOf(at, letters)),
  );
  const heights = stacks.flat().map((stack) => stack.reduce((sum, [, height]) => sum + height, 0));
  const top = heights.reduce((most, height) => Math.max(most, height), 0);
  // What differs a little is drawn large, on an axis that says so; what hardly differs stays flat.
  const most = Math.max(top, Math.log2(Math.max(2, letters.length)) / 16);
  const colourOf = colours(letters);
  const nodes: SvgNode[] = [];
  let { top: y } = place;
  for (const [i, { title }] of drawn.entries()) {
    const places = stacks[i]!;
    for (let start = 0; start < places.length; start += longestRow) {
      const row = places.slice(start, start + longestRow);
      const { frame, axes, bottom } = drawPanel({
        ...place,
        top: y,
        height: 84,
        title: start === 0 ? title : "",
        x: {
          title: start + longestRow >= places.length && i === drawn.length - 1 ? "place" : "",
          scale: (range) => placeScale(start, Math.min(longestRow, places.length), range),
        },
        y: { title: start === 0 ? "bits" : "", scale: (range) => linearScale([0, most], range, 2) },
      });
      const flat = row.every((stack) => stack.every(([, bits]) => bits < most * flatness));
      nodes.push(
        axes,
        ...(flat
          ? [
              words(frame.left + 8, frame.bottom - 10, "All letters are about equally common here.", {
                fill: paint.soft,
              }),
            ]
          : row.flatMap((stack, at) => drawStack(stack, start + at, frame, colourOf))),
      );
      y = bottom + 10;
    }
  }
  return { nodes, bottom: y - 10 };
}

/** Places at the middle of their columns. */
function placeScale(start: number, columns: number, [from, to]: readonly [number, number]): Scale {
  const width = Math.min(30, (to - from) / columns);
  return {
    at: (place) => from + (place - start + 0.5) * width,
    ticks: Array.from({ length: columns }, (_, i) => ({ value: start + i, label: String(start + i + 1) })),
  };
}

function drawStack(
  stack: readonly (readonly [string, number])[],
  place: number,
  { x, y }: Frame,
  colourOf: (letter: string) => string,
): readonly SvgNode[] {
  const width = (x.at(1) - x.at(0)) * 0.94;
  let base = 0;
  return stack.flatMap(([letter, bits]) => {
    const [low, high] = [y.at(base), y.at(base + bits)];
    base += bits;
    if (low - high < lowest) return [];
    // As wide as its column and as high as its share, whatever the face.
    const tall = (low - high) / capHeight / 100;
    return [
      element(
        "text",
        {
          transform: `translate(${(x.at(place) - width / 2).toFixed(2)} ${low.toFixed(2)}) scale(${(width / 100).toFixed(4)} ${tall.toFixed(4)})`,
          "font-size": 100,
          "font-weight": 700,
          textLength: 100,
          lengthAdjust: "spacingAndGlyphs",
          fill: colourOf(letter),
        },
        letter,
      ),
    ];
  });
}
