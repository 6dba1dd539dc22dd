import type { Context, Services } from "../access/context.ts";
import { byEmailHash, byProof, emailHash, organizationOf } from "../account/account.ts";
import { countBelow } from "../attempts/attempts.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import type { Job } from "../contract/job.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import { hour, second } from "../kit/time.ts";
import { sendLink } from "../link/mail-link.ts";
import { newLink } from "../link/new-link.ts";
import { linkLifetime, ofAccount } from "./links.ts";

/** How many links are mailed to one email, and asked for from one network, in an hour. */
export const mostToOneEmail = 5;
export const mostFromNetwork = 50;

/**
 * Queues the mail of a sign-in link. It says and costs the same whether the email has an account or not. Throws notFound
 * where no links are mailed, and tooMany after many of them from this network.
 */
export async function requestLink(ctx: Context, address: string | undefined, email: string): Promise<void> {
  if (!ctx.settings.mailsLinks) throw new Problem("notFound", "There is no such path.");
  if (address !== undefined) {
    const network = { what: "links by mail of a network", name: networkOf(address), window: hour };
    if (!(await countBelow(ctx, network, mostFromNetwork)))
      throw new Problem("tooMany", "Too many links by mail from this network. Try again later.", {
        retryAfterSeconds: hour / second,
      });
  }
  const hash = emailHash(email);
  const person = { what: "links by mail to an email", name: hash, window: hour };
  // Above it nobody is mailed, and the answer is the same.
  if (!(await countBelow(ctx, person, mostToOneEmail))) return;
  await ctx.queue.send([{ kind: "mailSignInLink", emailHash: hash }]);
}

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
