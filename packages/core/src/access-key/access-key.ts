import type { AgentActor } from "../access/actor.ts";
import type { House, MemberContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { AccessKey } from "../contract/access-key.ts";
import { lastHeard } from "../deployment/deployment.ts";
import { formatAgentKey, parseAgentKey } from "../kit/agent-key.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { isId, newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { accessKeysOf, credentialKey } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { type AccessKeyRow, deleteKey, putKey, readCredential } from "./access-key.table.ts";

/** How exactly the last use of a key is told, in milliseconds. */
const lastUsedStep = 5 * minute;
const mostKeys = 100;

/** Creates a key of the caller's organization. The composite key is in this answer and nowhere else. */
export async function create(
  ctx: MemberContext,
  name: string,
): Promise<AccessKey & { compositeKey: string }> {
  const organization = ownOrganization(ctx.actor);
  if (!organization)
    throw new Problem("conflict", "You are not currently a member of any organization.", {
      code: "NO_ORGANIZATION",
    });
  const existing = await ctx.table.query(accessKeysOf(organization), { limit: mostKeys, attributes: ["sk"] });
  if (existing.rows.length >= mostKeys)
    throw new Problem("conflict", `An organization can have ${mostKeys} API keys. Revoke one first.`, {
      code: "TOO_MANY_KEYS",
    });
  const createdAt = ctx.clock.now();
  const keyId = newId("accessKey", createdAt, ctx.random.bytes(16));
  const compositeKey = formatAgentKey(keyId, ctx.random.bytes(32));
  const row = { keyId, name, createdAt, createdBy: ctx.actor.accountId };
  await ctx.table.transact(putKey(organization, row, digest(compositeKey)));
  return { ...present(row, undefined), compositeKey };
}

/** The keys of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<AccessKey[]> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return [];
  const [rows, heard] = await Promise.all([
    ctx.table.queryAll<AccessKeyRow>(accessKeysOf(organization)),
    lastHeard(ctx, organization),
  ]);
  return rows.map((row) => present(row, heard.get(row.keyId)));
}

/** Revokes a key: the next call with it is refused. */
export async function revoke(ctx: MemberContext, keyId: string): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  const notFound = new Problem("notFound", "API key not found");
  if (!organization || !isId("accessKey", keyId)) throw notFound;
  try {
    await ctx.table.transact(deleteKey(organization, keyId));
  } catch (error) {
    throw error instanceof ConditionFailed ? notFound : error;
  }
}

/** Who a composite key makes the caller; undefined for a key that opens nothing. A mistyped one costs no read. */
export async function authenticate(house: House, compositeKey: Secret): Promise<AgentActor | undefined> {
  const parts = parseAgentKey(compositeKey.reveal());
  if (!parts) return undefined;
  const row = await house.table.get(credentialKey(parts.keyId));
  if (!row) return undefined;
  const { organizationId, secretHash, created = 0 } = readCredential(row);
  if (!sameDigest(secretHash, digest(compositeKey.reveal()))) return undefined;
  return { kind: "agent", keyId: parts.keyId, organizationId, created };
}

/** The write that counts deployments against the key that creates them. */
export function countCreated(keyId: string, created: number): Write {
  return { update: credentialKey(keyId), change: { add: { created } }, when: [{ exists: true }] };
}

/*
 * The last use is read off the pulse that the key's reports write anyway, so it costs no write of its own;
 * told in steps of five minutes, it does not change at every report.
 */
function present({ keyId, name, createdAt }: AccessKeyRow, heard: number | undefined): AccessKey {
  const used = heard === undefined ? undefined : Math.max(createdAt, heard - (heard % lastUsedStep));
  return {
    keyId,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsed: used === undefined ? null : new Date(used).toISOString(),
  };
}
