/**
 * The documents of every run folder as schemas: config.json, status.json and the lock. They have a file of their own,
 * which is loaded when the first of them is read: the validator takes longer to load than all the rest of `windage/run`.
 */
import { anyObject, choice, count, text, textOrNull, time, z } from "../file/document.ts";
import { MAX_ERROR, runStates } from "./status.ts";

export { readDocument } from "../file/document.ts";

/** What a run was asked for. */
export const recordSchema = z.object({
  id: text(100),
  task: text(),
  created: time,
  windage: text(60),
  seed: count,
  config: anyObject,
});

/** How it stands. */
export const statusSchema = z.object({
  state: choice(runStates),
  pid: count,
  host: text(),
  started: time,
  updated: time,
  error: textOrNull(MAX_ERROR),
  iterations: count.nullable().default(null),
  imported: z.boolean({ error: "true or false" }).default(false),
});

/** Who is at work on it. */
export const holderSchema = z.object({
  pid: count,
  host: text(),
  machine: textOrNull().default(null),
  boot: textOrNull(),
  container: textOrNull(),
  since: time,
  processStart: textOrNull(),
  token: text(),
});
