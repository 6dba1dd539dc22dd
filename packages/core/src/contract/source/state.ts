import * as z from "zod";
import { managedBy } from "../people/managed.ts";
import { lastDataAt, readingCalls } from "./reading-step.ts";
import { deploymentSources } from "./source.ts";

/** How an agent key or an integration is doing, with the fields that all kinds of sources have. */
export const sourceState = z.object({
  kind: z.enum(deploymentSources),
  id: z.string().describe("Of the agent key or the integration"),
  name: z.string(),
  createdBy: z.string().describe("Id of the account; only it and admins may have it read now"),
  managedBy,
  status: z
    .enum(["pending", "ok", "partial", "silent", "throttled", "denied", "error"])
    .describe(
      '"pending" before the first report or reading, "partial" when some of its agents are silent or a part ' +
        'could not be read, "silent" when all of its agents are',
    ),
  lastReadAt: z.iso
    .datetime()
    .nullable()
    .describe("When the last report arrived, or the last reading ended; null before the first"),
  lastDataAt,
  nextReadAt: z.iso
    .datetime()
    .nullable()
    .describe("When the next reading is due; null for at once, and for agents, which report on their own"),
  lastError: z.string().nullable().describe("Why the last reading was not, or not wholly, a success"),
  found: z
    .object({ subscriptions: z.number().nullable(), databases: z.number() })
    .nullable()
    .describe("What the last reading found; null for agents, and before the first success"),
  calls: readingCalls,
  agents: z
    .object({
      total: z.number(),
      reporting: z.number(),
      deployments: z.number().describe("How many deployments they report"),
    })
    .nullable()
    .describe("The agents that use the key; null for integrations"),
});
export type SourceState = z.infer<typeof sourceState>;

export const sourceStateList = z.object({ sources: z.array(sourceState) });
