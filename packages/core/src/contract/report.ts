import * as z from "zod";
import { sentences } from "./sentences.ts";
import { database, deploymentType, license } from "./deployment.ts";

/** Seconds between two reports of one agent, as the answer tells it. */
export const reportIntervalSeconds = 60;
/** Largest report, in bytes, measured before and after decompression. */
export const reportByteLimit = 1_048_576;
/** How far the agent's clock may run ahead of ours, in seconds, before a report is refused. */
export const clockSkewLimitSeconds = 300;
/** The largest difference of clocks that an agent can tell: a host whose clock starts in 1970 still can. */
const mostSkewMs = 10_000_000_000_000;

/** How many deployments an organization can have, and how many databases its agents can report, before they are refused more. */
export const mostReported = { deployments: 20_000, databases: 150_000 } as const;

const shortText = z.string().min(1).max(200);
/** Addresses become links on a screen: only two schemes, and no name before an "@" to be taken for the host. */
const webAddress = z
  .url({ protocol: /^https?$/, hostname: /.+/ })
  .max(2_000)
  .regex(/^[^@]*$/, 'must not contain "@"');

const count = z.number().int().min(0).max(1_000_000_000);
const licenseText = z.string().max(200).nullable();

const reportedLicense = license.extend({
  activationDate: z.iso.datetime({ offset: true }).nullable(),
  expirationDate: z.iso.datetime({ offset: true }).nullable(),
  clusterName: licenseText,
  owner: licenseText,
  ramShardsInUse: count,
  ramShardsLimit: count,
  flashShardsInUse: count,
  flashShardsLimit: count,
  shardsLimit: count,
  features: z.array(z.string().max(100)).max(100),
});

const reportedDeployment = z.object({
  key: shortText.describe("What identifies the server or cluster for ever; chosen by the agent"),
  name: shortText,
  type: deploymentType.exclude(["CLOUD"]),
  status: z.string().min(1).max(40).describe('"active", or one word for what is wrong'),
  statusMessage: z.string().max(500).optional().describe("What is wrong and what to do"),
  databases: z
    .array(
      database.extend({
        id: z.string().min(1).max(64),
        name: z.string().max(200).nullable(),
        status: z.string().min(1).max(40),
        version: z.string().max(64).nullable(),
      }),
    )
    .max(5_000)
    .optional()
    .describe("All of them; left out when they could not be read, then the last known ones stay"),
  license: reportedLicense.optional(),
  enterpriseAdminUrl: webAddress.optional(),
  gaps: z
    .array(z.string().min(1).max(300))
    .max(20)
    .optional()
    .describe("What the agent could not read: what is missing, and which right would help"),
});
export type ReportedDeployment = z.infer<typeof reportedDeployment>;

/** How the agent itself is. Only its id and version are needed; older agents tell no more. */
const reportingAgent = z.object({
  id: z
    .string()
    .regex(/^[0-9a-z]{8,32}$/, "must be 8 to 32 lower-case letters and digits")
    .describe("The same for one agent on one host across restarts; a hash, not a host name"),
  version: z.string().min(1).max(40),
  startedAt: z.iso.datetime().optional().describe("When its process started, by its own clock, UTC"),
  platform: z.string().min(1).max(40).optional().describe('For example "linux-x64"'),
  clockSkewMs: z
    .number()
    .int()
    .min(-mostSkewMs)
    .max(mostSkewMs)
    .optional()
    .describe("How far its clock is ahead of ours, in milliseconds; negative when behind"),
  lastError: z.string().max(300).optional().describe("What went wrong last, when something did"),
});
export type ReportingAgent = z.infer<typeof reportingAgent>;

/** What an agent sends. Unknown fields are ignored, so that a newer agent can talk to an older API. */
export const report = z.object({
  version: z.literal(1).describe("Version of this schema"),
  agent: reportingAgent,
  measuredAt: z.iso.datetime().describe("When the figures were read, by the agent's clock, UTC"),
  deployments: z.array(reportedDeployment).min(1).max(500),
});
export type Report = z.infer<typeof report>;

const envelope = report.extend({ deployments: z.array(z.unknown()).min(1).max(500) });
const mostSentences = 10;
/** Databases in one report; a megabyte holds about as many. */
const mostDatabases = 12_000;

/**
 * Checks a report like the schema, but one deployment at a time and only until it knows enough faults: a
 * validator that lists every missing field of two million empty databases needs more memory than there is.
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
  return faults.length > 0
    ? { faults: faults.slice(0, mostSentences) }
    : { report: { ...outer.data, deployments } };
}

/** The answer to an accepted report. */
export const reportAccepted = z.object({
  deployments: z.array(z.object({ key: z.string(), id: z.string() })),
  nextReportInSeconds: z.number(),
  serverTime: z.iso.datetime().describe("Our clock, so that the agent can tell its own skew"),
});
export type ReportAccepted = z.infer<typeof reportAccepted>;
