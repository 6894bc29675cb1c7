/**
 * Lets modules of users import `windage` wherever they lie. Node looks for a package in the folders above the module that
 * asks, so a module outside the clone, or outside the project that installed Windage, would not find it. Here these
 * imports lead to the Windage that is running: one copy, whose classes are the ones that its own checks know.
 */
import * as nodeModule from "node:module";

/** The folder of the package. */
const root = new URL("../../..", import.meta.url).href;

/** What runs in Node's loader thread; it may use nothing from outside its own text. */
function hooks(self: string): string {
  return `
    export async function resolve(specifier, context, next) {
      if (specifier !== "windage" && !specifier.startsWith("windage/")) return next(specifier, context);
      const found = await next(specifier, { ...context, parentURL: ${JSON.stringify(self)} });
      const built = ${JSON.stringify(`${root}dist/`)};
      if (!${self.endsWith(".ts")} || !found.url.startsWith(built)) return found;
      // Run from its sources, the package has to be these and not what was built of them.
      const path = found.url.slice(built.length).replace(/\\.js$/, ".ts");
      return { ...found, url: ${JSON.stringify(`${root}src/`)} + path };
    }
  `;
}

let registered = false;

/** From now on, "windage" and "windage/…" are found from everywhere; before Node 20.6 there is no way to do so. */
export function letModulesFindWindage(): void {
  if (registered || typeof nodeModule.register !== "function") return;
  registered = true;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hooks(import.meta.url))}`);
}
