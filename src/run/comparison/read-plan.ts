/** Reads a plan from comparison.json, which anyone may have edited; loaded, with the validator, when one is read. */
import { readConfig } from "../config/config.ts";
import { protocolNames } from "../../design/protocol.ts";
import { anyObject, count, listOf, readDocument, text, textOrNull, z } from "../../file/document.ts";
import { broken } from "../../file/json-document.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { WindageError } from "../../error.ts";
import { checkPlan } from "../../comparison/plan.ts";
import type { ComparisonPlan } from "../../comparison/plan.ts";

const setting = z.union([z.number(), z.string()], { error: "a number or a text" });

const methodSchema = z.object(
  {
    label: text(),
    baseline: textOrNull(),
    settings: z.record(z.string(), setting, { error: "an object" }),
    config: anyObject,
  },
  { error: "an object" },
);

const planSchema = z.object({
  task: text(),
  protocol: z.enum(protocolNames, { error: "the name of a protocol" }).optional(),
  methods: listOf(methodSchema),
  noise: listOf(z.number({ error: "a number" })),
  seeds: listOf(z.number({ error: "a number" })),
  calls: count,
  steps: count.nullable(),
  window: count,
  points: count,
  samples: count,
});

/** The plan in a document as it was written. */
export function writtenPlan(where: string, document: JsonObject): JsonObject {
  return readDocument(z.object({ plan: anyObject }), document, where).plan;
}

/** The plan in a file, which has to be one that could have been made here. */
export function readPlan(where: string, value: JsonObject): ComparisonPlan {
  const written = readDocument(planSchema, value, where);
  const methods = written.methods.map(({ config, ...method }) => ({
    ...method,
    config: readConfig(where, config),
  }));
  const plan = { ...written, methods };
  try {
    checkPlan(plan);
  } catch (error) {
    throw error instanceof WindageError ? broken(where, error.message, error) : error;
  }
  return plan;
}
