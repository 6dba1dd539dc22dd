import type { Services } from "../access/context.ts";
import { type Account, byEmailHash, organizationOf, ownerIn } from "../account/account.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import type { Job } from "../contract/job.ts";
import { sendLink } from "../link/mail-link.ts";
import { newLink } from "../link/new-link.ts";
import { nameOf } from "../organization/organization.ts";
import { linkLifetime, ofAccount, whereMade } from "./links.ts";

/** To how many accounts links are mailed at once, whose email is not known to be the person's. */
const mostUnverified = 5;

/**
 * Mails a sign-in link to the person with this email, if there is one. It proves that the email is theirs. Anybody can have
 * made accounts with this email by copied links. So each of them gets a link of its own, and the mail says where it leads.
 * Safe to repeat: each link works once, for a quarter of an hour.
 */
export async function mailSignInLink(
  services: Services,
  job: Extract<Job, { kind: "mailSignInLink" }>,
): Promise<void> {
  const accounts = await byEmailHash(services, job.emailHash);
  const proven = ownerIn(accounts);
  // An admin can remove such accounts and make more of them. In an organization there is one.
  const inSome = accounts.toSorted((left, right) => Number(isOutside(left)) - Number(isOutside(right)));
  for (const account of proven ? [proven] : inSome.slice(0, mostUnverified)) await mailTo(services, account);
}

const isOutside = (account: Account): boolean => organizationOf(account) === null;

async function mailTo(services: Services, account: Account): Promise<void> {
  const { unverified, id, email } = account;
  const organization = organizationOf(account);
  const name = organization ? await nameOf(services, organization) : undefined;
  const { made, hash, write } = newLink(services, linkLifetime, {
    ...ofAccount(account),
    ...(unverified && { verifies: true }),
  });
  await services.table.transact([
    write,
    auditRow(bySystem(services), whereMade(account), { action: "account.linkMade", id }),
  ]);
  await sendLink(services, {
    organization: null,
    to: email,
    id: hash,
    title: "Your link to sign in to Shardwatch",
    facts: name === undefined ? [] : [["Organization", name]],
    advice: "If you didn't ask for it, or don't know the organization, do nothing.",
    linkText: "Sign in",
    made,
  });
}
