import { variables } from "./variables.ts";

/** Who sends mails about incidents; undefined where nobody does. */
export const mailFrom = variables["MAIL_FROM"];

/** The domain of "Shardwatch <alerts@shardwatch.example>". It is the identity that SES has verified. */
const identity = mailFrom?.replace(/^.*@/, "").replace(/>$/, "");

const { accountId } = aws.getCallerIdentityOutput();
const { region } = aws.getRegionOutput();

/** The right to send as this domain, and as no other identity of the account. */
export const mailing =
  identity === undefined
    ? []
    : [
        {
          actions: ["ses:SendEmail"],
          resources: [$interpolate`arn:aws:ses:${region}:${accountId}:identity/${identity}`],
        },
      ];
