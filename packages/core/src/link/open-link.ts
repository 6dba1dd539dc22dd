import type { Services } from "../access/context.ts";
import { digest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { linkKey, linkKind, type LinkRow, useLink } from "./link.table.ts";

/** What a link is for. */
export type Link = LinkRow;

/** The write that uses a link up. It fails for one that was used in between. */
export const useUp = useLink;

const refuse = (code: string, sentence: string) => () => new Problem("conflict", sentence, { code });

/** A link that never was gives the answer of one that is long over. */
export const refusals = {
  expired: refuse("LINK_EXPIRED", "This link has expired."),
  used: refuse("LINK_USED", "This link was used already."),
  ended: refuse("LINK_ENDED", "This link no longer works."),
};

/** The link of this secret, as it was made. Throws conflict when it does not exist, was used, or has expired. */
export async function openLink(services: Services, token: Secret): Promise<{ hash: string; row: Link }> {
  const hash = digest(token.reveal());
  const found = await services.table.get(linkKey(hash));
  const row = found && linkKind.read(found);
  if (!row || row.expiresAt <= services.clock.now()) throw refusals.expired();
  if (row.usedAt !== undefined) {
    services.log.warn("a link was opened again", {
      accountId: row.accountId,
      invitationId: row.invitationId,
    });
    throw refusals.used();
  }
  return { hash, row };
}
