import type { Context } from "../access/context.ts";
import { emailHash } from "../account/account.ts";
import { countBelow } from "../attempts/attempts.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import { hour, second } from "../kit/time.ts";

/** How many links are mailed to one email, and asked for from one network, in an hour. */
export const mostToOneEmail = 5;
export const mostFromNetwork = 50;

/**
 * Queues the mail of a sign-in link. It says and costs the same whether the email has an account or not. Throws notFound
 * where no links are mailed, and tooMany after many of them from this network.
 */
export async function requestLink(ctx: Context, address: string | undefined, email: string): Promise<void> {
  if (!ctx.identity.isOwn || !ctx.settings.mailsLinks)
    throw new Problem("notFound", "There is no such path.");
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
