import type { Context } from "../access/context.ts";
import { emailHash } from "../account/account.ts";
import { countBelow } from "../attempts/attempts.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import { hour, second } from "../kit/time.ts";

/**
 * How many links are mailed to one email in an hour, and how many of them because of one network. Who asks for others must
 * leave some to them. And how many are asked for from one network.
 */
export const mostToOneEmail = 15;
export const mostToOneFromNetwork = 5;
export const mostFromNetwork = 50;

/**
 * Queues the mail of a sign-in link. It says and costs the same whether the email has an account or not. Throws notFound
 * where no links are mailed, and tooMany after many of them from this network.
 */
export async function requestLink(ctx: Context, address: string | undefined, email: string): Promise<void> {
  if (!ctx.identity.isOwn || !ctx.settings.mailsLinks)
    throw new Problem("notFound", "There is no such path.");
  const hash = emailHash(email);
  const network = address === undefined ? "" : networkOf(address);
  const isBelow = async (what: string, name: string, most: number) =>
    (await countBelow(ctx, { what, name, window: hour }, most)) !== undefined;
  if (network !== "" && !(await isBelow("links by mail of a network", network, mostFromNetwork)))
    throw new Problem("tooMany", "Too many links by mail from this network. Try again later.", {
      retryAfterSeconds: hour / second,
    });
  const both = JSON.stringify([hash, network]);
  // Above these nobody is mailed, and the answer is the same.
  if (!(await isBelow("links by mail to an email of a network", both, mostToOneFromNetwork))) return;
  if (!(await isBelow("links by mail to an email", hash, mostToOneEmail))) return;
  await ctx.queue.send([{ kind: "mailSignInLink", emailHash: hash }]);
}
