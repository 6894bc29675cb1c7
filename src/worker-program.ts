/** What a thread is started with, built or from source: the two arguments of Node's `Worker`. */

/** The module `name` (without its ending) beside the one at `base`; from source it needs the loader that this process has too. */
export function workerProgram(
  base: string,
  name: string,
): [program: string | URL, options: { readonly eval: boolean }] {
  if (!base.endsWith(".ts")) return [new URL(`${name}.js`, base), { eval: false }];
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const program = JSON.stringify(new URL(`${name}.ts`, base).href);
  return [`import(${loader}).then(({ register }) => (register(), import(${program})));`, { eval: true }];
}
