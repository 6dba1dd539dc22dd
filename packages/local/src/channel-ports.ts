import { createCheckedMailer } from "@shardwatch/core/adapters/checked-mailer";
import { failed } from "@shardwatch/core/adapters/http/post-failure";
import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { createSesMailer } from "@shardwatch/core/adapters/aws/ses-mailer";
import type { AddressRules } from "@shardwatch/core/contract/channel/webhook-address";
import type { Mailer } from "@shardwatch/core/ports/mailer";
import type { ExternalPorts } from "@shardwatch/functions/external-ports";
import type { LocalSettings } from "./settings.ts";
import { ourCredentials } from "./simulators/aws/state.ts";
import { receiversPath } from "./simulators/receivers/app.ts";
import { createSmtpMailer } from "@shardwatch/server/smtp-mailer";

type MailSettings = Pick<LocalSettings, "smtpUrl" | "mailFrom" | "simulatorUrl">;

/** The ports through which messages leave this machine. */
export const channelPorts = (
  settings: MailSettings,
  { version, ...rules }: AddressRules & { version: string },
): Pick<ExternalPorts, "webhooks" | "mailer"> => ({
  webhooks: createPublicPost({ version, ...rules }),
  mailer: mailerOf(settings),
});

/** Webhooks may reach the simulator's receivers, and nothing else on this machine. */
export const localAddressRules = ({ simulatorUrl }: Pick<LocalSettings, "simulatorUrl">): AddressRules => ({
  ownDomains: [],
  letThrough: simulatorUrl === null ? [] : [`${simulatorUrl}${receiversPath}`],
});

/** A person's own mail server, or else the simulator's inbox page. */
function mailerOf({ smtpUrl, mailFrom, simulatorUrl }: MailSettings): Mailer {
  if (smtpUrl) return createSmtpMailer({ url: smtpUrl, from: mailFrom });
  if (simulatorUrl === null)
    return createCheckedMailer(() => Promise.reject(failed("no mail server is set in SMTP_URL")));
  return createSesMailer({
    from: mailFrom,
    region: "us-east-1",
    endpoint: `${simulatorUrl}/aws`,
    credentials: ourCredentials,
  });
}
