import type { MemberActor } from "../access/actor.ts";
import type { Origin, Services } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { accountForBatch, actorOf, generationOf, membershipOf } from "../account/account.ts";
import { initialRole, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import type { TokenScope } from "../contract/token/scopes.ts";
import { accountIdIn } from "../kit/composite-key.ts";
import { digest, sameDigest, sha256 } from "../kit/hash.ts";
import { derivedId } from "../kit/ids.ts";
import { personalSessionUnseenDays } from "../contract/people/personal-session-limits.ts";
import { Problem } from "../kit/problem.ts";
import { networkOf } from "../kit/network.ts";
import type { Secret } from "../kit/secret.ts";
import { day, hour } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import { expiredToken, refused } from "../token/find.ts";
import { sessionKey, sessionKind, type SessionRow, storeUse } from "./session.table.ts";

/** A person's session at a command line, as it came with a request. */
export interface Personal {
  actor: MemberActor;
  row: SessionRow;
  scopes: readonly TokenScope[];
}

/** The id of the session that has this secret. */
export const personalIdOf = (secret: string): string => derivedId("session", sha256(secret));

/**
 * The person whose session this is. It ends when they leave the organization, or end all of their sessions. Their role counts as it is
 * now, but nobody administers the installation with one. A mistyped secret costs no read. Throws unauthenticated, with the same
 * answer for all that are not known.
 */
export async function recognizePersonal(services: Services, bearer: Secret): Promise<Personal> {
  const secret = bearer.reveal();
  const accountId = accountIdIn(secret);
  if (accountId === undefined) throw refused();
  const owner = accountForBatch(accountId);
  const key = sessionKey(accountId, personalIdOf(secret));
  const [found, accountRow] = await services.table.batchGet([key, owner.key]);
  const account = accountRow && owner.read(accountRow);
  const row = found && sessionKind.read(found);
  if (!row || !account || !sameDigest(row.secretHash, digest(secret))) throw refused();
  const isCurrent =
    row.organizationId === account.organizationId &&
    row.generation === generationOf(account) &&
    row.membership === membershipOf(account);
  if (!isCurrent) throw refused();
  const now = services.clock.now();
  if (row.expiresAt <= now) throw expiredToken(row.expiresAt);
  if (now - account.lastLogin > personalSessionUnseenDays * day) throw unseen();
  const commandLine = { sessionId: row.id, storedRoles: account.roles };
  return {
    actor: { ...actorOf(account), roles: rolesWithin(account.roles), commandLine },
    row,
    scopes: row.scopes,
  };
}

/**
 * Whether somebody may still sign in, and in which groups they are, is the word of their provider. It is heard when they sign in with a
 * browser, so nobody goes on for long without.
 */
const unseen = () =>
  new Problem(
    "unauthenticated",
    `Nobody has signed in as you for ${personalSessionUnseenDays} days. Sign in with a browser, and this session goes on.`,
    { code: "SIGN_IN_AGAIN" },
  );

/** A role beyond the organization counts as an admin's within it. */
const rolesWithin = (roles: readonly Role[]): readonly Role[] =>
  rolesBeyondOrganization(roles).length > 0 ? [initialRole.founder] : roles;

/** Stores when a session was used and from where, once an hour. A storage that is busy fails no request. */
export async function notePersonalUse(
  services: Services,
  { actor, row }: Personal,
  origin: Origin,
): Promise<void> {
  const { accountId } = actor;
  const { address } = origin;
  const now = services.clock.now();
  if (row.usedAt !== undefined && Math.floor(row.usedAt / hour) === Math.floor(now / hour)) return;
  const use = { usedAt: now, usedFrom: address === undefined ? undefined : networkOf(address) };
  // A stolen session comes from somewhere else.
  const isElsewhere = use.usedFrom !== undefined && use.usedFrom !== (row.usedFrom ?? row.allowedFrom);
  const event = { action: "account.commandLineUsedElsewhere", id: accountId } as const;
  const fields = {
    client: [null, row.client],
    network: [row.usedFrom ?? row.allowedFrom ?? null, use.usedFrom ?? null],
  } as const;
  const cause = { ...services, actor, origin };
  const writes = [
    storeUse(accountId, row, use),
    ...(isElsewhere ? [auditRow(cause, ownOrganization(actor), { ...event, fields })] : []),
  ];
  await unlessBusy(() => tryWrite(services.table.transact(writes)), undefined);
}
