import type { Services } from "../access/context.ts";
import type { MadeLink } from "../contract/people/sign-in-link.ts";
import { digest } from "../kit/hash.ts";
import type { Write } from "../table/table.ts";
import { type LinkRow, putLink } from "./link.table.ts";

/** Where the web application takes a link. Behind "#" a secret reaches no server, no log and no other site. */
const addressOf = (webOrigin: string, page: string, token: string): string => `${webOrigin}/${page}#${token}`;

/** A new link, and the write of its row, which knows only the hash of its secret. */
export function newLink(
  services: Services,
  lifetime: number,
  row: Omit<LinkRow, "expiresAt" | "usedAt">,
): { made: MadeLink; hash: string; write: Write } {
  const token = Buffer.from(services.random.bytes(32)).toString("base64url");
  const hash = digest(token);
  const expiresAt = services.clock.now() + lifetime;
  const made: MadeLink = {
    url: addressOf(
      services.settings.webOrigin,
      row.invitationId === undefined ? "sign-in" : "invitation",
      token,
    ),
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return { made, hash, write: putLink(hash, { ...row, expiresAt }) };
}
