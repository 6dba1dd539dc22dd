import type { Services, Settings } from "@shardwatch/core/access/context";
import { createJsonLog } from "@shardwatch/core/adapters/json-log";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report/interval";
import { sharedOrganizationOf } from "@shardwatch/core/provider-session/shared-organization";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Log } from "@shardwatch/core/ports/log";
import { createTableClient } from "@shardwatch/core/table/client";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { type Environment, originsOf, type ReadOpenId, readEnvironment } from "./environment.ts";
import { type ExternalPorts, noExternalPorts, noIdentity } from "./external-ports.ts";

/** The ports that every process has. */
export type Foundation = Pick<Services, "table" | "clock" | "random" | "log">;

export const foundationOf = (client: TableClient, tableName: string, log: Log): Foundation => ({
  table: createTable({ client, name: tableName }),
  clock: systemClock,
  random: systemRandom,
  log,
});

/** The services of any process. */
export const composeServices = (
  ports: Foundation & ExternalPorts & Pick<Services, "identity">,
  settings: Omit<Settings, "reportIntervalSeconds">,
): Services => ({
  ...ports,
  settings: { ...settings, reportIntervalSeconds: () => reportIntervalSeconds },
});

/** How a function knows people. */
export interface SignIn {
  identityOf: (settings: Environment, foundation: Foundation) => IdentityProvider;
  readOpenId?: ReadOpenId;
}

/**
 * The services on AWS. This file chooses the adapters of the ports that every function has.
 * @param externalPorts those that only this function needs; it has no others
 * @param signIn who people are. Only one function signs people in: the bundles of the others go without the
 * provider's client and its settings.
 */
export function composeAws(
  env: Record<string, string | undefined>,
  externalPorts: (settings: Environment) => Partial<ExternalPorts> = noExternalPorts,
  { identityOf, readOpenId }: SignIn = { identityOf: noIdentity },
): Services {
  const settings = readEnvironment(env, readOpenId);
  const log = createJsonLog("shardwatch", (line) => process.stdout.write(`${line}\n`));
  const foundation = foundationOf(createTableClient(), settings.TABLE_NAME, log);
  const identity = identityOf(settings, foundation);
  return composeServices(
    { ...foundation, identity, ...noExternalPorts(), ...externalPorts(settings) },
    {
      environment: settings.ENVIRONMENT,
      ...originsOf(settings),
      version: settings.VERSION,
      superAdminEmails: settings.SUPER_ADMIN_EMAILS,
      sharedOrganization: sharedOrganizationOf(settings.openId, settings.SIGN_IN === "links"),
      inviteAnyone: settings.INVITE_ANYONE === "on",
      mailsLinks: settings.MAILS_LINKS === "on",
      elastiCache: settings.ELASTICACHE === "on",
      awsAccountId: settings.AWS_ACCOUNT_ID,
    },
  );
}
