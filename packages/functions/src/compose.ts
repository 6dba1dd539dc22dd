import type { Services } from "@shardwatch/core/access/context";
import { createJsonLog } from "@shardwatch/core/adapters/json-log";
import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report";
import { createTableClient } from "@shardwatch/core/table/client";
import { createTable } from "@shardwatch/core/table/table";
import { type Environment, readEnvironment } from "./environment.ts";
import type { ExternalPorts } from "./external-ports.ts";

/**
 * The services on AWS. This file chooses the adapters of the ports that every function has.
 * @param externalPorts those that only this function needs
 */
export function composeAws(
  env: Record<string, string | undefined>,
  externalPorts: (settings: Environment) => ExternalPorts,
): Services {
  const settings = readEnvironment(env);
  return {
    table: createTable({ client: createTableClient(), name: settings.TABLE_NAME }),
    clock: systemClock,
    random: systemRandom,
    log: createJsonLog("shardwatch", (line) => process.stdout.write(`${line}\n`)),
    identity: createIdentityProvider({
      apiUrl: settings.PROVIDER_API_URL,
      cookieName: settings.PROVIDER_COOKIE,
      vouchesForEmails: settings.PROVIDER_VOUCHES_FOR_EMAILS === "on",
    }),
    ...externalPorts(settings),
    settings: {
      environment: settings.ENVIRONMENT,
      webOrigin: settings.WEB_ORIGIN,
      version: settings.VERSION,
      superAdminEmails: settings.SUPER_ADMIN_EMAILS,
      elastiCache: settings.ELASTICACHE === "on",
      awsAccountId: settings.AWS_ACCOUNT_ID,
      reportIntervalSeconds: () => reportIntervalSeconds,
    },
  };
}
