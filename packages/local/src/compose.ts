import { join } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import { createElastiCache } from "@shardwatch/core/adapters/aws/elasticache";
import { createSesMailer } from "@shardwatch/core/adapters/aws/ses-mailer";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import { reportIntervalSeconds } from "@shardwatch/core/contract/report/interval";
import { minute } from "@shardwatch/core/kit/time";
import { foundationOf } from "@shardwatch/functions/compose";
import { type Base, composeProduct } from "@shardwatch/server/compose";
import type { LocalSettings } from "./settings.ts";
import { ourAccountId, ourCredentials } from "./simulators/aws/state.ts";

/** After a start somebody is watching: agents report quickly for a while, then every minute as everywhere. */
const eager = { seconds: 3, for: 2 * minute };

/** The services on one machine: those of a server, with simulators in the place of AWS. */
export function composeLocal(settings: LocalSettings, { client, tableName, log, queue }: Base): Services {
  const { awsUrl, awsRegion: region, awsAccountId, mailFrom: from, simulatorUrl } = settings;
  const foundation = foundationOf(client, tableName, log);
  const services = composeProduct(settings, {
    ...foundation,
    queue,
    vault: createKeyFileVault(join(settings.dataFolder, "vault.key")),
    elasticache: createElastiCache({
      region,
      ...(awsUrl !== null && { endpoint: awsUrl, credentials: ourCredentials }),
    }),
  });
  const startedAt = services.clock.now();
  const inbox = { from, region: "us-east-1", endpoint: `${simulatorUrl}/aws`, credentials: ourCredentials };
  return {
    ...services,
    // Mails come into the simulator's inbox page, unless there is a mail server.
    ...(simulatorUrl !== null && !settings.mail && { mailer: createSesMailer(inbox) }),
    settings: {
      ...services.settings,
      awsAccountId: awsAccountId ?? (awsUrl === null ? undefined : ourAccountId),
      reportIntervalSeconds: (now) => (now - startedAt < eager.for ? eager.seconds : reportIntervalSeconds),
    },
  };
}
