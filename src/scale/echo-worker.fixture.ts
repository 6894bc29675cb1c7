/** A process for tests of the pool: doubles numbers, and fails or dies when asked to. */
import { WindageError } from "../error.ts";
import { serveJobs } from "./serve-jobs.ts";

serveJobs((setup) => async (job, tell) => {
  const { value, act } = job as { value: number; act?: "fail" | "die" | "hang" };
  if (act === "fail") throw new WindageError("run/asked-to", "asked to fail");
  if (act === "die") process.kill(process.pid, "SIGKILL");
  tell("half");
  if (act === "hang") await new Promise(() => setInterval(() => undefined, 1000));
  return { doubled: 2 * value, pid: process.pid, setup };
});
