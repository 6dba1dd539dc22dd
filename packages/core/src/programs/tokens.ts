import { audit } from "../access/audit.ts";
import type { MemberContext, Services, TokenContext } from "../access/context.ts";
import { managedByFile } from "../access/managed.ts";
import { organizationOfToken, type OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { mostTokens } from "../contract/token/limits.ts";
import type { ApiToken, CreatedToken, TokenChange, TokenInput } from "../contract/token/token.ts";
import { formatToken } from "../kit/composite-key.ts";
import { digest } from "../kit/hash.ts";
import { isId, newId } from "../kit/ids.ts";
import { readNetworks } from "../kit/ip-networks.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import { ConditionFailed, tryWrite } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { transactAsManager } from "./daily-limit.ts";
import { toToken } from "./map.ts";
import { changeToken, deleteToken, putEndedSecret, putToken } from "../token/writes.ts";
import { countTokens, entriesOf, findToken, findTokens, type TokenRow } from "../token/find.ts";

export const notFound = () => new Problem("notFound", "Token not found");

export const quotaOf = (services: Services, organization: OrganizationId): Quota => ({
  what: "tokens",
  most: mostTokens,
  count: () => countTokens(services, organization),
  full: () =>
    new Problem("conflict", `An organization can have up to ${mostTokens} tokens. Revoke one first.`, {
      code: "TOO_MANY_TOKENS",
    }),
});

/** Throws invalid for a text that is neither an address nor a network. */
function checkNetworks(networks: readonly string[]): void {
  const read = readNetworks(networks);
  if (!("wrong" in read)) return;
  const rule = "must be like 192.0.2.4, 192.0.2.0/24 or 2001:db8::/32";
  throw new Problem("invalid", `A network ${rule}.`, {
    details: [`networks.${networks.indexOf(read.wrong)}: ${rule}`],
  });
}

/** The tokens of the caller's organization, oldest first. */
export async function list(ctx: MemberContext): Promise<ApiToken[]> {
  const organization = requireOwnOrganization(ctx);
  const entries = await entriesOf(ctx, organization);
  const ids = entries.map(({ id }) => id);
  return (await findTokens(ctx, ids)).map((row) => toToken(row, ctx.clock.now()));
}

/** A token that the caller wants to change. Throws notFound, and conflict when the configuration file manages it. */
export async function findToChange(
  ctx: MemberContext,
  organization: OrganizationId,
  id: string,
): Promise<TokenRow> {
  const found = isId("token", id) ? await findToken(ctx, id) : undefined;
  if (found?.organizationId !== organization) throw notFound();
  if (found.managedBy) throw managedByFile();
  return found;
}

/**
 * Creates a token of the caller's organization. Only this answer contains its secret. Throws invalid for a wrong network,
 * and conflict when the organization has as many as it may.
 */
export async function create(
  ctx: MemberContext,
  { name, scopes, networks, expiresInDays }: TokenInput,
): Promise<CreatedToken> {
  const organization = requireOwnOrganization(ctx);
  checkNetworks(networks);
  const createdAt = ctx.clock.now();
  const id = newId("token", createdAt, ctx.random.bytes(16));
  const secret = formatToken(id, ctx.random.bytes(32));
  const row: TokenRow = {
    id,
    organizationId: organization,
    name,
    scopes,
    networks,
    createdAt,
    createdBy: ctx.actor.accountId,
    expiresAt: createdAt + expiresInDays * day,
    secretHash: digest(secret),
    rotations: 0,
    seen: [],
    revision: 1,
  };
  const quota = quotaOf(ctx, organization);
  const writes = [
    ...putToken(organization, row),
    auditRow(ctx, organization, {
      action: "token.created",
      id,
      name,
      fields: {
        scopes: [null, scopes.join(" ")],
        ...(networks.length > 0 && { networks: [null, networks.join(" ")] }),
        expiresAt: [null, new Date(row.expiresAt).toISOString()],
      },
    }),
    reserve(organization, quota),
  ];
  await retryOnConflict(async () => {
    try {
      await transactAsManager(ctx, organization, writes);
    } catch (error) {
      if (error instanceof ConditionFailed) await checkQuota(ctx, organization, quota);
      throw error;
    }
  });
  audit(ctx, "token.created", { tokenId: id, organizationId: organization });
  return { ...toToken(row, createdAt), secret };
}

/**
 * Changes what a token may do and from where: its next request obeys it. Throws the errors of `findToChange`, invalid for
 * a wrong network, and outdated when it has another revision than expected.
 */
export async function change(
  ctx: MemberContext,
  id: string,
  { name, scopes, networks }: TokenChange,
  expected: Expected,
): Promise<ApiToken> {
  const organization = requireOwnOrganization(ctx);
  checkNetworks(networks);
  const changed = await retryOnConflict(async () => {
    const before = await findToChange(ctx, organization, id);
    checkRevision(before, expected);
    await transactAsManager(ctx, organization, [
      ...changeToken(organization, before, { name, scopes, networks }),
      auditRow(ctx, organization, {
        action: "token.changed",
        id,
        name,
        fields: {
          name: [before.name, name],
          scopes: [before.scopes.join(" "), scopes.join(" ")],
          networks: [before.networks.join(" "), networks.join(" ")],
        },
      }),
    ]);
    return { ...before, name, scopes, networks, revision: before.revision + 1 };
  });
  audit(ctx, "token.changed", { tokenId: id, organizationId: organization });
  return toToken(changed, ctx.clock.now());
}

/** Revokes a token: its next request is refused, in every instance. Throws the errors of `findToChange`. */
export async function revoke(ctx: MemberContext, id: string): Promise<void> {
  const organization = requireOwnOrganization(ctx);
  await retryOnConflict(async () => {
    const row = await findToChange(ctx, organization, id);
    const { name } = row;
    await transactAsManager(ctx, organization, [
      ...deleteToken(organization, id),
      putEndedSecret(row, row.secretHash, ctx.clock.now()),
      auditRow(ctx, organization, { action: "token.revoked", id, name }),
    ]);
  });
  audit(ctx, "token.revoked", { tokenId: id, organizationId: organization });
}

/**
 * Ends the token that asks for it: who finds one in a repository needs no right. One that comes with its former secret
 * ends that secret alone. The configuration file can't make a token of what ended here. Safe to repeat.
 */
export async function endOwn(ctx: TokenContext): Promise<void> {
  const organization = organizationOfToken(ctx.actor);
  const { tokenId, name, isFormer } = ctx.actor;
  const row = await findToken(ctx, tokenId);
  if (!row) return;
  const action = isFormer ? "token.formerSecretEnded" : "token.revoked";
  const { secretHash, formerHash } = row;
  const ended = [...(isFormer ? [] : [secretHash]), ...(formerHash === undefined ? [] : [formerHash])];
  const writes = [
    ...(isFormer
      ? changeToken(organization, row, { formerHash: undefined, formerUntil: undefined })
      : deleteToken(organization, tokenId)),
    ...ended.map((hash) => putEndedSecret(row, hash, ctx.clock.now())),
  ];
  // Another request with it was faster.
  const event = auditRow(ctx, organization, { action, id: tokenId, name });
  if (await tryWrite(ctx.table.transact([...writes, event])))
    audit(ctx, action, { tokenId, organizationId: organization });
}
