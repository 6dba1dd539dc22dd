import type { Services } from "@shardwatch/core/access/context";
import { createJsonLog } from "@shardwatch/core/adapters/json-log";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report/report";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { createTableClient } from "@shardwatch/core/table/client";
import { createTable } from "@shardwatch/core/table/table";
import { type Environment, type ReadOpenId, readEnvironment } from "./environment.ts";
import { type ExternalPorts, noIdentity } from "./external-ports.ts";
import type { OpenIdFoundation } from "./openid-port.ts";
import { originsOf } from "./origins.ts";

/** How a function knows people. */
export interface SignIn {
  identityOf: (settings: Environment, foundation: OpenIdFoundation) => IdentityProvider;
  readOpenId?: ReadOpenId;
}

/**
 * The services on AWS. This file chooses the adapters of the ports that every function has.
 * @param externalPorts those that only this function needs
 * @param signIn who people are. Only one function signs people in: the bundles of the others go without the
 * provider's client and its settings.
 */
export function composeAws(
  env: Record<string, string | undefined>,
  externalPorts: (settings: Environment) => ExternalPorts,
  { identityOf, readOpenId }: SignIn = { identityOf: noIdentity },
): Services {
  const settings = readEnvironment(env, readOpenId);
  const foundation: OpenIdFoundation = {
    table: createTable({ client: createTableClient(), name: settings.TABLE_NAME }),
    clock: systemClock,
    random: systemRandom,
    log: createJsonLog("shardwatch", (line) => process.stdout.write(`${line}\n`)),
  };
  return {
    ...foundation,
    identity: identityOf(settings, foundation),
    ...externalPorts(settings),
    settings: {
      environment: settings.ENVIRONMENT,
      ...originsOf(settings),
      version: settings.VERSION,
      superAdminEmails: settings.SUPER_ADMIN_EMAILS,
      sharedOrganization: settings.openId?.organization,
      elastiCache: settings.ELASTICACHE === "on",
      awsAccountId: settings.AWS_ACCOUNT_ID,
      reportIntervalSeconds: () => reportIntervalSeconds,
    },
  };
}
