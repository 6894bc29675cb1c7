/**
 * The colours of figures, each by what it is for. Pictures carry those for light paper in plain attributes, so that any
 * program shows them; a style sheet inside gives each a custom property and, on dark screens, another value. Colours of
 * series follow Okabe and Ito, who chose them for any colour vision, with yellow left out and orange, sky blue and black
 * moved until each stands out from the paper; marks and dashes differ as well.
 */
import type { SvgNode } from "./svg.ts";

/** On white, for print and light screens. */
export const paint = {
  paper: "#ffffff",
  ink: "#1f2328",
  soft: "#57606a",
  grid: "#e4e8ec",
  axis: "#8c959f",
  limit: "#3d444d",
  heat: "#0a4f8f",
  more: "#0b6fb3",
  less: "#c8500a",
  blue: "#0072b2",
  vermilion: "#d55e00",
  green: "#009e73",
  pink: "#c2649a",
  ochre: "#a87700",
  sky: "#3d9bdb",
  grey: "#5b636d",
} as const;

export type Role = keyof typeof paint;

const dark: Readonly<Record<Role, string>> = {
  paper: "#14181d",
  ink: "#e8ecf0",
  soft: "#a8b2bd",
  grid: "#2a3139",
  axis: "#6a7480",
  limit: "#d0d7de",
  heat: "#7cc4ff",
  more: "#5ab0f0",
  less: "#ff9a57",
  blue: "#56a9e8",
  vermilion: "#ff8f4d",
  green: "#2fc79a",
  pink: "#ea9fc9",
  ochre: "#e3b341",
  sky: "#a5d8ff",
  grey: "#aab3bd",
};

/** Colours of series, in their order. */
export const seriesColours: readonly string[] = [
  paint.blue,
  paint.vermilion,
  paint.green,
  paint.pink,
  paint.ochre,
  paint.sky,
  paint.grey,
];

/** On the outermost element of every figure: what the style sheet is about. */
export const figureClass = "windage-figure";

/**
 * The style sheet for the colours that a picture uses. All of it stands in media queries, which programs that know no
 * custom properties pass over whole. A page changes a colour by setting, say, `--windage-ink` on `svg.windage-figure`.
 */
export function styleFor(picture: string): SvgNode {
  const used = (Object.keys(paint) as Role[]).filter((role) => picture.includes(`"${paint[role]}"`));
  const rules = used.flatMap((role) =>
    ["fill", "stroke"]
      .filter((property) => picture.includes(`${property}="${paint[role]}"`))
      .map(
        (property) =>
          `.${figureClass} [${property}='${paint[role]}']{${property}:var(--windage-${role},${paint[role]})}`,
      ),
  );
  const inTheDark = used.map((role) => `--windage-${role}:${dark[role]}`);
  return {
    svg:
      `<style>@media all{.${figureClass}{max-width:100%;height:auto}${rules.join("")}}` +
      `@media screen and (prefers-color-scheme:dark){.${figureClass}{${inTheDark.join(";")}}}</style>`,
  };
}
