import type { Services } from "@shardwatch/core/access/context";
import { createCheckedMailer } from "@shardwatch/core/adapters/checked-mailer";
import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { failed } from "@shardwatch/core/adapters/http/post-failure";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { sealedAccounts } from "@shardwatch/core/adapters/sealed-accounts";
import { systemClock, systemRandom } from "@shardwatch/core/adapters/system";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report/report";
import { trialsOf } from "@shardwatch/core/elasticache/trial";
import type { Log } from "@shardwatch/core/ports/log";
import type { Mailer } from "@shardwatch/core/ports/mailer";
import type { Queue } from "@shardwatch/core/ports/queue";
import { createTable, type TableClient } from "@shardwatch/core/table/table";
import { identityOf } from "./identity.ts";
import type { ServerSettings } from "./settings/settings.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";
import { openVault } from "./vault.ts";
import { productVersion } from "./version.ts";

interface Foundation {
  client: TableClient;
  tableName: string;
  log: Log;
  queue: Queue;
}

/** The services of a server. This file chooses the adapters of the ports. */
export async function composeServer(
  settings: ServerSettings,
  { client, tableName, log, queue }: Foundation,
): Promise<Services> {
  const table = createTable({ client, name: tableName });
  const version = productVersion();
  const webhookAddresses = {
    ownDomains: [settings.webUrl, settings.apiUrl].map((address) => new URL(address).hostname),
    letThrough: settings.webhookOrigins,
  };
  const elasticache = createElastiCache({ region: settings.awsRegion });
  const foundation = { table, clock: systemClock, random: systemRandom, log };
  return {
    ...foundation,
    identity: identityOf(settings, foundation),
    queue,
    vault: await openVault({ table }, settings.vaultKeyFile),
    accounts: { ...sealedAccounts(settings.accountAddresses), elasticache },
    roleTrials: trialsOf(elasticache),
    webhooks: createPublicPost({ version, ...webhookAddresses }),
    mailer: mailerOf(settings),
    settings: {
      // Browsers refuse a Secure cookie on plain http.
      environment: settings.isSecure ? "production" : "local",
      ownsSubdomains: false,
      webOrigin: settings.webUrl,
      apiOrigin: settings.apiUrl,
      webhookAddresses,
      version,
      superAdminEmails: settings.superAdminEmails,
      sharedOrganization: settings.openId?.organization,
      elastiCache: settings.elastiCache,
      awsAccountId: settings.awsAccountId,
      reportIntervalSeconds: () => reportIntervalSeconds,
    },
  };
}

function mailerOf({ mail }: ServerSettings): Mailer {
  if (mail) return createSmtpMailer(mail);
  return createCheckedMailer(() => Promise.reject(failed("no mail server is set in SMTP_URL")));
}
