import * as z from "zod";
import { foreignName, unseenIn } from "../../kit/foreign-text.ts";
import { count, reportedBytes, shortText, shown } from "./fields.ts";
import { sentences } from "../sentences.ts";
import { clusterNode, database, deploymentType, license, ownFacts, shard } from "../deployment/parts.ts";
import { longestAgentName } from "../../kit/agent-configuration.ts";
import { sentCommands } from "./sent-commands.ts";
import { mostSlots } from "./slot-columns.ts";
import { parseSlots, reportedSlot } from "./slots.ts";
import { webAddress } from "../web-address.ts";

/** Largest report, in bytes. The limit applies before and after decompression. */
export const reportByteLimit = 1_048_576;
/** How far the agent's clock may be ahead of ours, in seconds, before a report is refused. */
export const clockSkewLimitSeconds = 300;
/** The largest clock skew that a report may have: enough for a host whose clock starts in 1970. */
const mostSkewMs = 10_000_000_000_000;

/**
 * How many deployments an organization can have, and how many databases its agents can report. More are
 * refused.
 */
export const mostReported = { deployments: 20_000, databases: 150_000 } as const;

/** ISO 8601 allows any number of digits after the second. */
const longestTime = 40;
const licenseTime = z.iso.datetime({ offset: true }).max(longestTime).nullable();
const licenseText = shown(200).nullable();

const reportedLicense = license.extend({
  activationDate: licenseTime,
  expirationDate: licenseTime,
  clusterName: licenseText,
  owner: licenseText,
  ramShardsInUse: count,
  ramShardsLimit: count,
  flashShardsInUse: count,
  flashShardsLimit: count,
  shardsLimit: count,
  features: z.array(shown(100)).max(100),
});

const reportedDatabase = database.extend({
  id: z
    .string()
    .min(1)
    .max(64)
    .refine((id) => unseenIn(id) === undefined, "must not contain characters that cannot be seen"),
  name: z
    .string()
    .max(200)
    .nullable()
    .overwrite((name) => (name && foreignName(name, 200)) || null),
  status: shortText(40),
  version: shown(64).nullable(),
  evictionPolicy: shown(40).nullable().optional(),
  nodeType: shown(60).nullable().optional(),
  region: shown(60).nullable().optional(),
  maxClients: count.nullable().optional(),
  startedAt: z.iso.datetime().max(longestTime).nullable().optional(),
  persistence: shown(60).nullable().optional(),
  replicas: count.nullable().optional(),
  mostReplicas: count.optional(),
  modules: z.array(shown(60)).max(50).optional(),
  endpoint: shown(300).nullable().optional(),
  memoryUsed: reportedBytes.nullable(),
  memoryLimit: reportedBytes.nullable().describe('"0" is no limit set, null is not known'),
  evicted: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("Keys that were evicted since the last report; left out when they are not counted"),
});

/** For `superRefine`: refuses databases with the same id, because they could not be distinguished. */
function refuseDuplicates(databases: readonly { id: string }[], context: z.RefinementCtx): void {
  const places = new Map<string, number>();
  for (const [index, { id }] of databases.entries()) {
    const first = places.get(id);
    if (first === undefined) places.set(id, index);
    else
      return context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: `must differ from databases[${first}].id`,
      });
  }
}

const reportedDeployment = z.object({
  key: z
    .string()
    .min(1)
    .max(200)
    .describe("What identifies the server or cluster for ever; chosen by the agent, and never shown"),
  name: shortText(200),
  type: deploymentType.exclude(["CLOUD"]),
  status: shortText(40).describe('"active", or one word for what is wrong'),
  statusMessage: shown(500).optional().describe("What is wrong and what to do"),
  databases: z
    .array(reportedDatabase)
    .max(5_000)
    .superRefine(refuseDuplicates)
    .optional()
    .describe("All of them; left out when they could not be read, then the last known ones stay"),
  license: reportedLicense.optional(),
  ...ownFacts.partial().shape,
  enterpriseAdminUrl: webAddress.optional(),
  certificateEnd: z.iso
    .datetime()
    .max(longestTime)
    .optional()
    .describe(
      "When the first of its servers' TLS certificates ends, UTC; left out without TLS, and while not known",
    ),
  nodes: z
    .array(
      clusterNode.extend({
        id: shortText(64),
        address: shown(300).optional(),
        replicaOf: shortText(64).optional(),
        slots: count.nullable(),
        state: shortText(40),
      }),
    )
    .max(1_000)
    .optional()
    .describe("The nodes of a cluster"),
  shards: z
    .array(
      shard.extend({
        id: shortText(64),
        database: shortText(64),
        node: shortText(64).nullable(),
        state: shortText(40),
      }),
    )
    .max(2_000)
    .optional()
    .describe("The shards of a Redis Enterprise cluster"),
  gaps: z
    .array(shortText(300))
    .max(20)
    .optional()
    .describe("What the agent could not read: what is missing, and which right would help"),
  commands: sentCommands.optional(),
});
export type ReportedDeployment = z.infer<typeof reportedDeployment>;

/** The agent's own health. Only its id and version are required; older agents send no more. */
const reportingAgent = z.object({
  id: z
    .string()
    .regex(/^[0-9a-z]{8,32}$/, "must be 8 to 32 lower-case letters and digits")
    .describe("The same for one agent on one host across restarts; a hash, not a host name"),
  version: shortText(40),
  name: shortText(longestAgentName).optional().describe("What its configuration calls it"),
  startedAt: z.iso.datetime().optional().describe("When its process started, by its own clock, UTC"),
  platform: shortText(40).optional().describe('For example "linux-x64"'),
  clockSkewMs: z
    .number()
    .int()
    .min(-mostSkewMs)
    .max(mostSkewMs)
    .optional()
    .describe("How far its clock is ahead of ours, in milliseconds; negative when behind"),
  lastError: shown(300).optional().describe("What went wrong last, when something did"),
  roundMs: count.optional().describe("How long the round before took, to read all and send it"),
});
export type ReportingAgent = z.infer<typeof reportingAgent>;

/** The earliest time that a measurement can have. A clock that is earlier was never set. */
const firstMoment = "2020-01-01T00:00:00Z";
const moment = z.iso
  .datetime({ error: 'must be a time in UTC like "2026-11-21T09:30:00Z"' })
  .refine((text) => !(Date.parse(text) < Date.parse(firstMoment)), {
    error: `must not be before ${firstMoment}; set the clock of the agent's host`,
  });

/** A report of an agent. Unknown fields are ignored, so that a newer agent works with an older API. */
export const report = z.object({
  version: z.literal(1).describe("Version of this schema"),
  agent: reportingAgent,
  measuredAt: moment.describe("When the figures were read, by the agent's clock, UTC"),
  deployments: z.array(reportedDeployment).min(1).max(500),
  slots: z.array(reportedSlot).max(mostSlots).optional().describe("Figures of five minutes, newest first"),
});
export type Report = z.infer<typeof report>;

const envelope = report.extend({
  deployments: z.array(z.unknown()).min(1).max(500),
  slots: z.unknown().optional(),
});
const mostSentences = 10;
/** Most databases in one report; a megabyte holds about as many. */
const mostDatabases = 12_000;

/**
 * Checks a report like the schema, but one deployment at a time. It stops at ten faults. A validator that
 * lists every missing field of two million empty databases would run out of memory.
 */
export function parseReport(input: unknown): { report: Report } | { faults: string[] } {
  const outer = envelope.safeParse(input);
  if (!outer.success) return { faults: sentences(outer.error) };
  const faults: string[] = [];
  const deployments: ReportedDeployment[] = [];
  let databases = 0;
  for (const [index, item] of outer.data.deployments.entries()) {
    const one = reportedDeployment.safeParse(item);
    if (one.success) deployments.push(one.data);
    else faults.push(...sentences(one.error, "", `deployments[${index}]`));
    databases += one.data?.databases?.length ?? 0;
    if (databases > mostDatabases)
      faults.push(`deployments[${index}].databases: at most ${mostDatabases} can be in one report`);
    if (faults.length >= mostSentences || databases > mostDatabases) break;
  }
  if (faults.length > 0) return { faults: faults.slice(0, mostSentences) };
  const parsed = parseSlots(outer.data.slots);
  if ("faults" in parsed) return parsed;
  return { report: { ...outer.data, deployments, slots: parsed.slots } };
}
