/** Starts the real program as a user does, in a folder and with an environment of the test's choosing. */

import { execFile } from "node:child_process";
import { builtProgram } from "../../test/built-program.fixture.ts";

/** What came of it. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A function that runs `windage` with the words it is given. */
export function windageIn(
  cwd: string,
  env: Record<string, string> = {},
): (...words: string[]) => Promise<Outcome> {
  return (...words) =>
    new Promise((done) => {
      const options = { cwd, env: { ...process.env, ...env } };
      execFile(process.execPath, [builtProgram(), ...words], options, (error, out, err) => {
        done({ code: typeof error?.code === "number" ? error.code : 0, out, err });
      });
    });
}
