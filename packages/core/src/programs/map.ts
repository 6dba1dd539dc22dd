import type { ApiToken } from "../contract/token/token.ts";
import type { TokenRow } from "../token/find.ts";

const timeOf = (time: number) => new Date(time).toISOString();

/** A token as the API shows it. */
export function toToken(row: TokenRow, now: number): ApiToken {
  const { id, name, scopes, networks, createdAt, createdBy, expiresAt, revision, managedBy } = row;
  const { rotations, formerUntil = 0, usedAt, usedFrom = null, usedBy = null, usedSecret = rotations } = row;
  return {
    id,
    name,
    scopes,
    networks,
    createdAt: timeOf(createdAt),
    createdBy,
    ...(managedBy && { managedBy }),
    expiresAt: timeOf(expiresAt),
    lastUsed:
      usedAt === undefined
        ? null
        : { at: timeOf(usedAt), network: usedFrom, client: usedBy, former: usedSecret < rotations },
    rotation: formerUntil > now ? { formerSecretEndsAt: timeOf(formerUntil) } : null,
    revision,
  };
}
