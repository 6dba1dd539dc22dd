import type { Services } from "../access/context.ts";
import { byEmailHash, byProof, organizationOf } from "../account/account.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import type { Job } from "../contract/job.ts";
import { sendLink } from "../link/mail-link.ts";
import { newLink } from "../link/new-link.ts";
import { linkLifetime, ofAccount } from "./links.ts";

/**
 * Mails a sign-in link to the person with this email, if there is one. It proves that the email is theirs. Safe to repeat:
 * each link works once, for a quarter of an hour.
 */
export async function mailSignInLink(
  services: Services,
  job: Extract<Job, { kind: "mailSignInLink" }>,
): Promise<void> {
  const account = byProof(await byEmailHash(services, job.emailHash));
  if (!account) return;
  const verifies = account.unverified && ({ verifies: true } as const);
  const { made, hash, write } = newLink(services, linkLifetime, { ...ofAccount(account), ...verifies });
  const event = { action: "account.linkMade", id: account.id } as const;
  await services.table.transact([write, auditRow(bySystem(services), organizationOf(account), event)]);
  await sendLink(services, {
    organization: null,
    to: account.email,
    id: hash,
    title: "Your link to sign in to Shardwatch",
    facts: [],
    advice: "If you didn't ask for it, do nothing.",
    linkText: "Sign in",
    made,
  });
}
