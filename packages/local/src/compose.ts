import { join } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import { createIdentityProvider } from "@shardwatch/core/adapters/identity/provider";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report/report";
import { minute } from "@shardwatch/core/kit/time";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Log } from "@shardwatch/core/ports/log";
import type { Queue } from "@shardwatch/core/ports/queue";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { type OpenIdFoundation, openIdIdentity } from "@shardwatch/functions/openid-port";
import { productVersion } from "@shardwatch/server/version";
import { channelPorts, localAddressRules } from "./channel-ports.ts";
import type { LocalSettings } from "./settings.ts";
import { ourAccountId } from "./simulators/aws/state.ts";
import { thirdPartyPorts } from "./third-parties.ts";

/** After a start somebody is watching: agents report quickly for a while, then every minute as everywhere. */
const eager = { seconds: 3, for: 2 * minute };

interface Foundation {
  client: TableClient;
  tableName: string;
  log: Log;
  queue: Queue;
}

/** The services on one machine. Only this file and `third-parties.ts` choose the adapters of the ports here. */
export function composeLocal(
  settings: LocalSettings,
  { client, tableName, log, queue }: Foundation,
): Services {
  const startedAt = systemClock.now();
  const version = productVersion();
  const webhookAddresses = localAddressRules(settings);
  const table = createTable({ client, name: tableName });
  const foundation = { table, clock: systemClock, random: systemRandom, log };
  return {
    ...foundation,
    identity: identityOf(settings, foundation),
    queue,
    vault: createKeyFileVault(join(settings.dataFolder, "vault.key")),
    ...thirdPartyPorts(settings),
    ...channelPorts(settings, { version, ...webhookAddresses }),
    settings: {
      environment: "local",
      webOrigin: settings.webUrl,
      apiOrigin: settings.apiUrl,
      webhookAddresses,
      version,
      superAdminEmails: settings.superAdminEmails,
      sharedOrganization: settings.openId?.organization,
      elastiCache: settings.elastiCache,
      awsAccountId: settings.awsAccountId ?? (settings.awsUrl === null ? undefined : ourAccountId),
      reportIntervalSeconds: (now) => (now - startedAt < eager.for ? eager.seconds : reportIntervalSeconds),
    },
  };
}

/** A user of Redis Cloud, or of an OpenID provider. */
function identityOf(settings: LocalSettings, foundation: OpenIdFoundation): IdentityProvider {
  const { openId, webUrl: webOrigin, apiUrl } = settings;
  if (openId) return openIdIdentity(openId, { webOrigin, apiUrl, secure: false }, foundation);
  return createIdentityProvider({
    apiUrl: settings.providerApiUrl,
    cookieName: settings.providerCookie,
    vouchesForEmails: settings.providerVouchesForEmails,
  });
}
