import { audit, callerOf } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { assertMayChangeSource, transactAsAllowed } from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import type { CreatedAccessKey, RotationInput } from "../contract/source/access-key.ts";
import { reportersOf } from "../deployment/read/reporters.ts";
import { formatAgentKey } from "../kit/composite-key.ts";
import { digest } from "../kit/hash.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { hour, utcText } from "../kit/time.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { revisionOf } from "../table/revision.ts";
import { agentKeyKey, credentialKey } from "./agent-key.keys.ts";
import { notFound } from "./agent-key.ts";
import { agentKeyKind, type AgentKeyRow, rotateKey } from "./agent-key.table.ts";
import { credentialKind } from "./credential.table.ts";
import { countKeyChange, withinDailyLimit } from "./daily-limit.ts";
import { isEnded } from "./holders.ts";
import { toAgentKey } from "./map.ts";

/**
 * Gives a key a second secret. Its id stays, and with it deployments, history and ownership. The former secret
 * works until the overlap ends, so that agents can move one by one. Throws notFound. Throws forbidden when
 * another account created the key, unless the caller is an admin. Throws conflict while a former secret works, and for a key that has
 * expired, and tooMany above the limit of a day. A rotation without an overlap is never in conflict with a former secret: it ends all of them.
 */
export async function rotate(
  ctx: ReaderContext,
  keyId: string,
  { overlapHours }: RotationInput,
): Promise<CreatedAccessKey> {
  const organization = ownOrganization(ctx.actor);
  if (!organization || !isId("accessKey", keyId)) throw notFound();
  const compositeKey = formatAgentKey(keyId, ctx.random.bytes(32));
  const now = ctx.clock.now();
  const rotated = await retryOnConflict(async () => {
    const [stored, credential] = await ctx.table.batchGet([
      agentKeyKey(organization, keyId),
      credentialKey(keyId),
    ]);
    if (!stored || !credential) throw notFound();
    const key = agentKeyKind.read(stored);
    assertMayChangeSource(ctx, key);
    const until = formerEnd(key, now, overlapHours * hour);
    if ((key.expiresAt ?? Infinity) <= now) throw expired();
    const { secretHash } = credentialKind.read(credential);
    const ends = new Date(until).toISOString();
    const writes = [
      ...rotateKey(organization, key, secretHash, {
        secretHash: digest(compositeKey),
        until,
        by: callerOf(ctx.actor),
      }),
      countKeyChange(ctx),
      auditRow(ctx, organization, {
        action: "accessKey.rotated",
        id: keyId,
        name: key.name,
        fields: { formerSecretEnds: [null, ends] },
      }),
    ];
    await withinDailyLimit(ctx, transactAsAllowed(ctx, organization, writes));
    return { ...key, rotations: key.rotations + 1, formerUntil: until, revision: revisionOf(key) + 1 };
  });
  audit(ctx, "accessKey.rotated", { keyId, organizationId: organization });
  const agents = await reportersOf(ctx, organization, keyId);
  return { ...toAgentKey(rotated, agents, now), compositeKey };
}

/**
 * When the former secret ends. Behind a secret that a move ended, the one before it keeps its end. Throws conflict
 * while two secrets work.
 */
function formerEnd(key: AgentKeyRow, now: number, overlap: number): number {
  const { formerUntil = 0 } = key;
  if (isEnded(key)) return Math.min(Math.max(formerUntil, now), now + overlap);
  if (overlap > 0 && formerUntil > now) throw underWay(formerUntil);
  return now + overlap;
}

/** A third secret would end the first one early, under agents that still use it. */
const underWay = (until: number) =>
  new Problem("conflict", `The old key is valid until ${utcText(until)}. Rotate then.`, {
    code: "ROTATION_UNDER_WAY",
  });

const expired = () =>
  new Problem("conflict", "The key has expired, and a new secret would not work. Create a new key.", {
    code: "KEY_EXPIRED",
  });
