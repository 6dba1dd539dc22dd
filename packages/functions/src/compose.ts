import type { House } from "@shardwatch/core/access/context";
import { createJsonLog } from "@shardwatch/core/adapters/json-log";
import { createIdentityProvider } from "@shardwatch/core/adapters/provider";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report";
import { createTableClient } from "@shardwatch/core/table/client";
import { createTable } from "@shardwatch/core/table/table";
import { type Environment, readEnvironment } from "./environment.ts";
import type { Outside } from "./outside.ts";

/**
 * The house on AWS. This file and outside.ts are the only places that decide which adapters stand behind the ports there.
 * @param outside the ports that this function needs of those that not every function does
 */
export function composeAws(
  env: Record<string, string | undefined>,
  outside: (settings: Environment) => Outside,
): House {
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
    ...outside(settings),
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
