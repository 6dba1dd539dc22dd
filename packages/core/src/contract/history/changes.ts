import * as z from "zod";
import { changeKinds } from "./change-kinds.ts";
import { deploymentSources } from "../source/source.ts";

/** A fact of a deployment. Null: it was or is not known, or there is none. */
export const changeValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type ChangeValue = z.infer<typeof changeValue>;

/** One field before and after. */
export const changedField = z.object({
  field: z
    .string()
    .describe('Such as "name", "license.expirationDate", "databases.version" or "databases.added"'),
  element: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe("The database, node or shard; null for the deployment itself"),
  from: changeValue,
  to: changeValue,
  between: z
    .array(
      z.object({
        value: changeValue,
        times: z.number().describe("How often it was that"),
        longestSeconds: z.number(),
        seconds: z.number().describe("All times together"),
      }),
    )
    .optional()
    .describe("What it was for a while between `from` and `to`; absent for nothing"),
  facts: z.record(z.string(), changeValue).optional().describe("Of an element that was added, by field"),
});
export type ChangedField = z.infer<typeof changedField>;

const named = z.object({ id: z.string(), name: z.string() });

export const change = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  at: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe("When it last changed again; null when it changed once"),
  times: z.number().describe("How many reports changed it within ten minutes of the one before"),
  deployments: z.array(named).describe("One; several that appeared together"),
  source: z
    .object({
      kind: z.enum(deploymentSources),
      via: z.string().describe('"key_…/agent" for an agent, else the integration\'s id'),
    })
    .nullable()
    .describe("What reported it; null when a person did it"),
  fields: z.array(changedField),
  more: z.number().describe("How many further fields changed"),
});
export type Change = z.infer<typeof change>;

export const changePage = z.object({ changes: z.array(change), nextCursor: z.string().optional() });
export type ChangePage = z.infer<typeof changePage>;
