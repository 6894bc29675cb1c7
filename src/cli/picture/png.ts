/** A picture as pixels, twice as many as it is wide, so that it is sharp in print and on fine screens. */
import { WindageError } from "../../error.ts";

async function load() {
  try {
    return await import("@resvg/resvg-js");
  } catch (cause) {
    throw new WindageError(
      "cli/no-png",
      "--out: PNG needs the package @resvg/resvg-js, which has no build for this system or was left out of the installation; write .svg instead.",
      { cause },
    );
  }
}

/** The bytes of the PNG; without fonts on the machine an error, since all words would be missing from it. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { Resvg } = await load();
  const font = { loadSystemFonts: true, defaultFontFamily: "DejaVu Sans" };
  const probe = new Resvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="sans-serif">X</text></svg>',
    { font },
  );
  if (probe.getBBox() === undefined) {
    throw new WindageError(
      "cli/no-fonts",
      "--out: PNG needs a font on this machine, and none was found, so that no word would be seen; install one (such as the package fonts-dejavu-core), or write .svg instead.",
    );
  }
  return new Resvg(svg, { font, fitTo: { mode: "zoom", value: 2 } }).render().asPng();
}
