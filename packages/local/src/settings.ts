import { resolve } from "node:path";
import { accountAddresses } from "@shardwatch/core/adapters/account-addresses";
import { readOpenId } from "@shardwatch/core/provider-session/settings";
import { sharedOrganizationOf } from "@shardwatch/core/provider-session/shared-organization";
import { logForm, onOff, port } from "@shardwatch/server/settings/fields";
import { productOf, productVariables } from "@shardwatch/server/settings/product";
import { readVariables, wrongSettings } from "@shardwatch/server/settings/read";
import * as z from "zod";
import { agentDownloadPath } from "./agent-download.ts";
import { chatsPath, standInsAt } from "./simulators/chats/app.ts";
import { receiversPath } from "./simulators/receivers/app.ts";

/** Every environment variable that the local run reads, but for those of OpenID Connect. */
const environment = z.object({
  WEB_PORT: port(5173),
  API_PORT: port(3001),
  PROVIDER_PORT: port(3002),
  SHARDWATCH_DATA: z.string().default(".shardwatch"),
  ...productVariables,
  ELASTICACHE: onOff.default("on"),
  AWS_SIMULATED: onOff.default("on"),
  SHARDWATCH_SEED: onOff.default("on"),
  SHARDWATCH_PAST: onOff.default("on"),
  SHARDWATCH_REDIS: onOff.default("on"),
  SHARDWATCH_LOG: logForm.default("pretty"),
  SHARDWATCH_SIGN_IN: z
    .enum(["provider", "links"], { error: 'must be "provider" or "links"' })
    .default("provider"),
});

export type LocalSettings = ReturnType<typeof readSettings>;

/**
 * Reads the environment variables; empty ones count as not set.
 * @throws StartFailure with one line for each wrong variable, starting with its name
 */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const { openId, faults } = readOpenId(variables);
  const read = readVariables(environment, variables);
  if (faults.length > 0) throw wrongSettings(faults);
  const { WEB_PORT: webPort, API_PORT: apiPort, PROVIDER_PORT: providerPort } = read;
  refuseSharedPorts({ WEB_PORT: webPort, API_PORT: apiPort, PROVIDER_PORT: providerPort });
  // A real mail server refuses a sender of "localhost", but only when the first mail is due.
  if (read.SMTP_URL !== undefined && read.MAIL_FROM === undefined)
    throw wrongSettings(["MAIL_FROM: is required with SMTP_URL"]);
  const simulator = `http://localhost:${providerPort}`;
  const product = productOf(read, {
    providerApiUrl: `${simulator}/api/v1`,
    providerSiteUrl: simulator,
    marketingSiteUrl: `${simulator}/marketing`,
  });
  const apiUrl = `http://localhost:${apiPort}`;
  const simulateProvider = read.PROVIDER_API_URL === undefined;
  const ownSignIn = openId === undefined && read.SHARDWATCH_SIGN_IN === "links";
  const awsUrl = read.AWS_SIMULATED === "on" ? `${simulator}/aws` : null;
  const agentDownload = `${apiUrl}${agentDownloadPath}`;
  return {
    ...product,
    environment: "local" as const,
    openId,
    ownSignIn,
    sharedOrganization: sharedOrganizationOf(openId, ownSignIn),
    webPort,
    apiPort,
    providerPort,
    webUrl: `http://localhost:${webPort}`,
    apiUrl,
    isSecure: false,
    /** Absolute path of the folder that keeps everything. */
    dataFolder: resolve(read.SHARDWATCH_DATA),
    // Nobody can sign in as a demo person where real people sign in.
    superAdminEmails: read.SUPER_ADMIN_EMAILS ?? (openId || ownSignIn ? [] : ["super@example.com"]),
    feedbackFormUrl: product.feedbackFormUrl ?? (simulateProvider ? `${simulator}/feedback` : null),
    accountAddresses: accountAddresses(
      read,
      (source, usual) => `${simulator}/${source}${new URL(usual).pathname}`,
    ),
    /** Address of the simulated AWS; null for the real one, with the credentials that the SDK finds. */
    awsUrl,
    quickCreate:
      awsUrl === null ? undefined : { consoleUrl: `${awsUrl}/console`, templateUrl: `${awsUrl}/role.json` },
    /** Whether the provider is our simulator. */
    simulateProvider,
    /** Where the simulators are; null when the real provider takes their place. */
    simulatorUrl: simulateProvider ? simulator : null,
    /** Messages may reach the simulator's receivers and chats, and nothing else on this machine. */
    webhookAddresses: {
      ownDomains: [],
      letThrough: simulateProvider ? [receiversPath, chatsPath].map((path) => simulator + path) : [],
      ...(simulateProvider && { standIns: standInsAt(simulator + chatsPath) }),
    },
    /** The sender of mails. */
    mailFrom: read.MAIL_FROM ?? "Shardwatch <shardwatch@localhost>",
    supportEmail: "support@example.com",
    links: {
      terms: `${product.providerSiteUrl}/terms`,
      privacy: `${product.providerSiteUrl}/privacy`,
      documentation: `${product.providerSiteUrl}/documentation`,
      agentReleases: agentDownload,
      agentDownload,
    },
    /** Mails come into the simulator's inbox where there is no mail server. */
    mailsLinks: product.mail !== undefined || simulateProvider,
    /** Whether the demo data is written. */
    seed: read.SHARDWATCH_SEED === "on" && openId === undefined && !ownSignIn,
    /** Whether the demo data has thirteen months of past. */
    past: read.SHARDWATCH_PAST === "on",
    /** Whether a real Redis with a real agent is started, where there is a redis-server. */
    redis: read.SHARDWATCH_REDIS === "on",
  };
}

function refuseSharedPorts(ports: Record<string, number>) {
  const owners = new Map<number, string>();
  for (const [name, number] of Object.entries(ports)) {
    const owner = owners.get(number);
    if (owner) throw wrongSettings([`${name}: must differ from ${owner}, both are ${number}`]);
    owners.set(number, name);
  }
}
