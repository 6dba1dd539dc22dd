import { audit } from "../access/audit.ts";
import type { FileContext, Services } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { type AuditedChange, auditRow } from "../audit/audit.ts";
import { createdByFile } from "../contract/source/rights.ts";
import { tokenLife } from "../contract/token/limits.ts";
import type { TokenScope } from "../contract/token/scopes.ts";
import { sameDigest } from "../kit/hash.ts";
import { timeOfId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { day, utcText } from "../kit/time.ts";
import { requireActive } from "../organization/organization.ts";
import { checkQuota, reserve } from "../organization/quota.ts";
import { ConditionFailed } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { entriesOf, findTokens, findWithSecret, type TokenRow } from "../token/find.ts";
import { changeToken, checkNotEnded, deleteToken, putToken } from "../token/writes.ts";
import { quotaOf } from "./tokens.ts";

/** An API token as the configuration file has it. */
export interface ManagedToken {
  id: string;
  name: string;
  scopes: TokenScope[];
  networks: string[];
  /** Unix epoch in milliseconds. */
  expiresAt: number;
  secretHash: string;
}

/** What the file may change of a token. */
type Content = Omit<ManagedToken, "id">;

/** A problem with an entry that stays until the file is changed. Another try is of no use. */
export class LastingProblem extends Problem {}

/** How long the former secret works after the file has another one, so that programs can move one by one. */
export const fileOverlap = day;

/** The latest end of a token of the file. It counts from the moment in its id, which keygen has made. */
export const latestEndOf = (id: string): number | undefined => {
  const made = timeOfId(id);
  return made === undefined ? undefined : made + tokenLife.most * day;
};

/**
 * Makes the token as the file has it: creates it, or changes it. Safe to repeat. Throws conflict when people made a
 * token of this id, or its holder has ended this secret. Throws it also when a new one would have ended already, or the
 * organization has as many tokens as it may.
 */
export async function keepManagedToken(
  ctx: FileContext,
  wanted: ManagedToken,
): Promise<"created" | "changed" | undefined> {
  const organization = ownOrganization(ctx.actor);
  // The moment in an id is somebody else's clock.
  if (wanted.expiresAt > ctx.clock.now() + tokenLife.most * day) throw tooLate();
  return await retryOnConflict(async () => {
    const { token, isEnded } = await findWithSecret(ctx, wanted.id, wanted.secretHash);
    if (isEnded) throw endedByHolder();
    if (!token) {
      await create(ctx, organization, wanted);
      return "created";
    }
    if (token.organizationId !== organization) throw elsewhere();
    if (token.managedBy === undefined) throw madeByHand();
    return (await change(ctx, organization, token, wanted)) ? "changed" : undefined;
  });
}

async function create(ctx: FileContext, organization: OrganizationId, wanted: ManagedToken): Promise<void> {
  const now = ctx.clock.now();
  const { id, name, scopes, networks, expiresAt, secretHash } = wanted;
  if (expiresAt <= now) throw expired(expiresAt);
  const row: TokenRow = {
    ...wanted,
    organizationId: organization,
    createdAt: timeOfId(id) ?? now,
    createdBy: createdByFile,
    managedBy: "file",
    rotations: 0,
    seen: [],
    revision: 1,
  };
  const quota = quotaOf(ctx, organization);
  const fields = {
    scopes: [null, scopes.join(" ")],
    networks: [null, networks.join(" ")],
    expiresAt: [null, iso(expiresAt)],
  } as const;
  try {
    await ctx.table.transact([
      ...putToken(organization, row),
      checkNotEnded(id, secretHash),
      reserve(organization, quota),
      requireActive(organization),
      auditRow(ctx, organization, { action: "token.created", id, name, fields }),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) await checkQuota(ctx, organization, quota);
    throw error;
  }
  audit(ctx, "token.created", { tokenId: id, organizationId: organization });
}

/** Returns whether the file had something else than the token. */
async function change(
  ctx: FileContext,
  organization: OrganizationId,
  before: TokenRow,
  { id, ...wanted }: ManagedToken,
): Promise<boolean> {
  const { secretHash, ...content } = wanted;
  const fields = changesOf(before, wanted);
  const isReplaced = !sameDigest(before.secretHash, secretHash);
  const isChanged = Object.values(fields).some(([from, to]) => from !== to);
  const until = ctx.clock.now() + fileOverlap;
  const events: AuditedChange[] = [
    ...(isChanged ? [{ action: "token.changed", id, name: content.name, fields } as const] : []),
    ...(isReplaced
      ? [
          {
            action: "token.rotated",
            id,
            name: content.name,
            fields: { formerSecretEnds: [null, iso(until)] },
          } as const,
        ]
      : []),
  ];
  if (events.length === 0) return false;
  const part = isReplaced && {
    secretHash,
    formerHash: before.secretHash,
    formerUntil: until,
    rotations: before.rotations + 1,
  };
  const writes: Write[] = [
    ...changeToken(organization, before, { ...(isChanged && content), ...part }),
    checkNotEnded(id, secretHash),
    requireActive(organization),
    ...events.map((event) => auditRow(ctx, organization, event)),
  ];
  await ctx.table.transact(writes);
  for (const { action } of events) audit(ctx, action, { tokenId: id, organizationId: organization });
  return true;
}

const changesOf = (before: Content, after: Content) =>
  ({
    name: [before.name, after.name],
    scopes: [before.scopes.join(" "), after.scopes.join(" ")],
    networks: [before.networks.join(" "), after.networks.join(" ")],
    expiresAt: [iso(before.expiresAt), iso(after.expiresAt)],
  }) as const;

/** The tokens of the file in an organization. */
export async function managedTokensOf(services: Services, organization: OrganizationId): Promise<TokenRow[]> {
  const ids = (await entriesOf(services, organization)).map(({ id }) => id);
  return (await findTokens(services, ids)).filter(({ managedBy }) => managedBy !== undefined);
}

/** Revokes a token that the file no longer has: its next request is refused. Safe to repeat. */
export async function revokeManagedToken(
  ctx: FileContext,
  { id, name }: Pick<TokenRow, "id" | "name">,
): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  await retryOnConflict(async () => {
    const [token] = await findTokens(ctx, [id]);
    if (token?.organizationId !== organization || token.managedBy === undefined) return;
    await ctx.table.transact([
      ...deleteToken(organization, id),
      auditRow(ctx, organization, { action: "token.revoked", id, name }),
    ]);
  });
  audit(ctx, "token.revoked", { tokenId: id, organizationId: organization });
}

const iso = (time: number): string => new Date(time).toISOString();

const conflict = (code: string, sentence: string) => new Problem("conflict", sentence, { code });

const lasting = (code: string, sentence: string) => new LastingProblem("conflict", sentence, { code });

const elsewhere = () =>
  conflict("TOKEN_ELSEWHERE", "Another organization has this token. Make another one with keygen.");

const madeByHand = () => conflict("MADE_BY_HAND", "People made this by hand.");

const tooLate = () =>
  conflict("TOKEN_END", `A token ends at most ${tokenLife.most} days from now. Is the clock right?`);

const expired = (end: number) =>
  lasting(
    "TOKEN_EXPIRED",
    `This token ended ${utcText(end)}, so it was not created. Remove the entry, or make another token with keygen.`,
  );

const endedByHolder = () =>
  lasting(
    "TOKEN_ENDED",
    "Somebody who held this token has ended it. Make another one with keygen, and put its digest here.",
  );
