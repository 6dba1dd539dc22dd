import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { auditRow } from "../audit/audit.ts";
import type { CreatedToken, TokenRotation } from "../contract/token/token.ts";
import { formatToken } from "../kit/composite-key.ts";
import { digest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { hour, utcText } from "../kit/time.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { transactAsManager } from "./daily-limit.ts";
import { toToken } from "./map.ts";
import { findToChange } from "./tokens.ts";
import { changeToken } from "../token/writes.ts";

/**
 * Gives a token a second secret. Its id, its scopes and its end stay. The former secret works until the overlap ends, or
 * the token. Throws the errors of `findToChange`, and conflict for a token that has expired, and while a former secret works. A rotation
 * without an overlap ends all former secrets, so it is never refused for one.
 */
export async function rotate(
  ctx: MemberContext,
  id: string,
  { overlapHours }: TokenRotation,
): Promise<CreatedToken> {
  const organization = requireOwnOrganization(ctx);
  const secret = formatToken(id, ctx.random.bytes(32));
  const rotated = await retryOnConflict(async () => {
    const before = await findToChange(ctx, organization, id);
    const now = ctx.clock.now();
    const { formerUntil = 0, rotations, secretHash, expiresAt, name } = before;
    if (expiresAt <= now) throw expired();
    if (overlapHours > 0 && formerUntil > now) throw underWay(formerUntil);
    const until = now + overlapHours * hour;
    const part = {
      secretHash: digest(secret),
      rotations: rotations + 1,
      formerHash: overlapHours > 0 ? secretHash : undefined,
      formerUntil: overlapHours > 0 ? until : undefined,
    };
    await transactAsManager(ctx, organization, [
      ...changeToken(organization, before, part),
      auditRow(ctx, organization, {
        action: "token.rotated",
        id,
        name,
        fields: { formerSecretEnds: [null, new Date(until).toISOString()] },
      }),
    ]);
    return { ...before, ...part, revision: before.revision + 1 };
  });
  audit(ctx, "token.rotated", { tokenId: id, organizationId: organization });
  return { ...toToken(rotated, ctx.clock.now()), secret };
}

/** Ends the former secret of a rotated token before its time. Does nothing when only one works. Throws the errors of `findToChange`. */
export async function endFormerSecret(ctx: MemberContext, id: string): Promise<void> {
  const organization = requireOwnOrganization(ctx);
  const ended = await retryOnConflict(async () => {
    const before = await findToChange(ctx, organization, id);
    const now = ctx.clock.now();
    const { formerUntil = 0, name } = before;
    if (formerUntil <= now) return false;
    const times = [new Date(formerUntil).toISOString(), new Date(now).toISOString()] as const;
    await transactAsManager(ctx, organization, [
      ...changeToken(organization, before, { formerHash: undefined, formerUntil: undefined }),
      auditRow(ctx, organization, {
        action: "token.formerSecretEnded",
        id,
        name,
        fields: { formerSecretEnds: [...times] },
      }),
    ]);
    return true;
  });
  if (ended) audit(ctx, "token.formerSecretEnded", { tokenId: id, organizationId: organization });
}

/** A third secret would end the first one early, under programs that still use it. */
const underWay = (until: number) =>
  new Problem("conflict", `The old secret is valid until ${utcText(until)}. Rotate then.`, {
    code: "ROTATION_UNDER_WAY",
  });

const expired = () =>
  new Problem("conflict", "The token has expired, and a new secret would not work. Create a new token.", {
    code: "TOKEN_EXPIRED",
  });
