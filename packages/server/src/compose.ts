import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { createCheckedMailer } from "@shardwatch/core/adapters/checked-mailer";
import { failed } from "@shardwatch/core/adapters/http/post-failure";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { createKeyFileVault, keyFileFingerprint } from "@shardwatch/core/adapters/key-file-vault";
import { sealedAccounts } from "@shardwatch/core/adapters/sealed-accounts";
import { webAuthentication } from "@shardwatch/core/adapters/web-authentication";
import { trialsOf } from "@shardwatch/core/elasticache/trial";
import type { ElastiCacheApi } from "@shardwatch/core/ports/elasticache";
import type { Log } from "@shardwatch/core/ports/log";
import type { Mailer } from "@shardwatch/core/ports/mailer";
import type { Queue } from "@shardwatch/core/ports/queue";
import type { Vault } from "@shardwatch/core/ports/vault";
import type { TableClient } from "@shardwatch/core/table/table";
import { rememberVaultKey, vaultFingerprint } from "@shardwatch/core/vault-key/vault-key";
import { composeServices, type Foundation, foundationOf } from "@shardwatch/functions/compose";
import { identityOf } from "@shardwatch/functions/identity-port";
import { StartFailure } from "./machine/failure.ts";
import { invitesAnyone, type ProductSettings } from "./settings/product.ts";
import type { ServerSettings } from "./settings/settings.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";
import { productVersion } from "./version.ts";

export interface Base {
  client: TableClient;
  tableName: string;
  log: Log;
  queue: Queue;
}

/** The services of a server. */
export async function composeServer(
  settings: ServerSettings,
  { client, tableName, log, queue }: Base,
): Promise<Services> {
  const foundation = foundationOf(client, tableName, log);
  const vault = await openVault(foundation, settings.vaultKeyFile);
  const elasticache = createElastiCache({ region: settings.awsRegion });
  return composeProduct(settings, { ...foundation, queue, vault, elasticache });
}

interface ProductPorts extends Foundation {
  queue: Queue;
  vault: Vault;
  elasticache: ElastiCacheApi;
}

/** The services of one process that is the whole product. This file chooses the adapters of the ports. */
export function composeProduct(settings: ProductSettings, { elasticache, ...ports }: ProductPorts): Services {
  const { webUrl: webOrigin, apiUrl: apiOrigin, isSecure, webhookAddresses } = settings;
  const version = productVersion();
  return composeServices(
    {
      ...ports,
      identity: identityOf(settings, { webOrigin, apiOrigin, isSecure }, ports),
      accounts: { ...sealedAccounts(settings.accountAddresses), elasticache },
      roleTrials: trialsOf(elasticache),
      webhooks: createPublicPost({ version, ...webhookAddresses }),
      mailer: mailerOf(settings),
      webAuthentication,
    },
    {
      // Browsers refuse a Secure cookie on plain http.
      environment: isSecure ? "production" : "local",
      ownsSubdomains: false,
      webOrigin,
      apiOrigin,
      webhookAddresses,
      version,
      superAdminEmails: settings.superAdminEmails,
      sharedOrganization: settings.sharedOrganization,
      inviteAnyone: invitesAnyone(settings),
      mailsLinks: settings.mailsLinks,
      elastiCache: settings.elastiCache,
      awsAccountId: settings.awsAccountId,
    },
  );
}

function mailerOf({ mail }: ProductSettings): Mailer {
  if (mail) return createSmtpMailer(mail);
  return createCheckedMailer(() => Promise.reject(failed("no mail server is set in SMTP_URL")));
}

/**
 * The vault with the key in this file, which is made for a database without secrets.
 * @throws StartFailure when the database's secrets were sealed with another key
 */
async function openVault(services: Pick<Services, "table">, file: string): Promise<Vault> {
  const known = await vaultFingerprint(services);
  if (known !== undefined && !existsSync(file))
    throw new StartFailure(
      `VAULT_KEY_FILE: there is no ${file}, but the database has secrets that were sealed with a key. ` +
        "Put the key back, from a backup or from another replica.",
    );
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const own = keyFileFingerprint(file);
  if ((await rememberVaultKey(services, own)) !== own)
    throw new StartFailure(
      `VAULT_KEY_FILE: ${file} is not the key that this database's secrets were sealed with. ` +
        "Every replica needs the same file.",
    );
  return createKeyFileVault(file);
}
