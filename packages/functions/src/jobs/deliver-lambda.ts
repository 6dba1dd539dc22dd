import { createCheckedMailer } from "@shardwatch/core/adapters/checked-mailer";
import { createKmsVault } from "@shardwatch/core/adapters/aws/kms-vault";
import { failed } from "@shardwatch/core/adapters/http/post-failure";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { createSesMailer } from "@shardwatch/core/adapters/aws/ses-mailer";
import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { composeAws } from "../compose.ts";
import { type Environment, originsOf, requireSettings } from "../environment.ts";
import { queueUrlOf } from "../queue-urls.ts";
import { deliver } from "./deliver.ts";
import { doJobs, queueEvent } from "./worker.ts";

function mailerOf({ MAIL_FROM: from, AWS_REGION: region, AWS_ENDPOINT_URL_SESV2: endpoint }: Environment) {
  if (from === "") return createCheckedMailer(() => Promise.reject(failed("no sender is set in MAIL_FROM")));
  return createSesMailer({ from, region, endpoint });
}

const services = composeAws(process.env, (settings) => {
  requireSettings(settings, ["VAULT_KEY_ID"]);
  const { VERSION: version } = settings;
  return {
    queue: createSqsQueue({
      ...queueUrlOf(settings, "deliver"),
      ...queueUrlOf(settings, "read-redis-cloud"),
    }),
    vault: createKmsVault(settings.VAULT_KEY_ID),
    webhooks: createPublicPost({ version, ...originsOf(settings).webhookAddresses }),
    mailer: mailerOf(settings),
  };
});

/** Its queue calls it. */
export const handler = (event: unknown) => doJobs(services, queueEvent.parse(event), deliver);
