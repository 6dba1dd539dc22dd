import * as z from "zod";
import { database, deploymentType, license } from "./deployment.ts";

/** Seconds between two reports of one agent, as the answer tells it. */
export const reportIntervalSeconds = 60;
/** Largest report, in bytes, measured before and after decompression. */
export const reportByteLimit = 1_048_576;
/** How far the agent's clock may run ahead of ours, in seconds, before a report is refused. */
export const clockSkewLimitSeconds = 300;

const shortText = z.string().min(1).max(200);
/** Addresses become links on a screen, so only these two schemes are taken. */
const webAddress = z.url({ protocol: /^https?$/, hostname: /.+/ }).max(2_000);

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
});
export type ReportedDeployment = z.infer<typeof reportedDeployment>;

/** What an agent sends. Unknown fields are ignored, so that a newer agent can talk to an older API. */
export const report = z.object({
  version: z.literal(1).describe("Version of this schema"),
  agent: z.object({
    id: z
      .string()
      .regex(/^[0-9a-z]{8,32}$/, "must be 8 to 32 lower-case letters and digits")
      .describe("The same for one agent on one host across restarts; a hash, not a host name"),
    version: z.string().min(1).max(40),
  }),
  measuredAt: z.iso.datetime().describe("When the figures were read, by the agent's clock, UTC"),
  deployments: z.array(reportedDeployment).min(1).max(500),
});
export type Report = z.infer<typeof report>;

/** The answer to an accepted report. */
export const reportAccepted = z.object({
  deployments: z.array(z.object({ key: z.string(), id: z.string() })),
  nextReportInSeconds: z.number(),
  serverTime: z.iso.datetime().describe("Our clock, so that the agent can tell its own skew"),
});
export type ReportAccepted = z.infer<typeof reportAccepted>;
