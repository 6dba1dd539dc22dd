import type { AgentActor } from "../access/actor.ts";
import { audit, callerOf } from "../access/audit.ts";
import type { Services, ReaderContext } from "../access/context.ts";
import { type OrganizationId, organizationOfKey, ownOrganization } from "../access/scope.ts";
import {
  assertMayChangeSource,
  noOrganization,
  sourceChecks,
  throwFailedSourceCheck,
} from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import type { AccessKey } from "../contract/source/access-key.ts";
import { callerMay } from "../caller/may.ts";
import { type Claim, unclaimed } from "../caller/once.ts";
import type { SourceState } from "../contract/source/state.ts";
import { type Reporters, reporters, reportersOf } from "../deployment/read/reporters.ts";
import { formatAgentKey, parseAgentKey } from "../kit/composite-key.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { isId, newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { day } from "../kit/time.ts";
import { createFenced } from "../integration/fence.ts";
import type { ListedSource } from "../integration/source-kind.ts";
import type { Quota } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { agentKeyKey, agentKeysOf, credentialKey } from "./agent-key.keys.ts";
import { agentKeyKind, type AgentKeyRow, deleteKey, putKey } from "./agent-key.table.ts";
import { addCreated, credentialKind, type CredentialRow } from "./credential.table.ts";
import { countKeyChange, refuseTooManyInADay } from "./daily-limit.ts";
import { endingSecrets, isEnded } from "./holders.ts";
import { toAgentKey, toSourceState } from "./map.ts";

/** How many keys an organization may have. */
export const mostKeys = 100;

export const quotaOf = (services: Services, organization: OrganizationId): Quota => ({
  what: "accessKeys",
  most: mostKeys,
  count: () => services.table.count(agentKeysOf(organization)),
  full: () =>
    new Problem("conflict", `An organization can have up to ${mostKeys} agent keys. Revoke one first.`, {
      code: "TOO_MANY_KEYS",
    }),
});

/**
 * Creates a key of the caller's organization. Only this answer contains the composite key. Throws conflict when
 * the organization has as many as it may, and tooMany when the caller has created too many within the day.
 * @param expiresInDays after which nothing can be reported with it; without it, the key has no end
 */
export async function create(
  ctx: ReaderContext,
  name: string,
  expiresInDays?: number,
  claim: Claim = unclaimed,
): Promise<AccessKey & { compositeKey: string }> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw noOrganization();
  const createdAt = ctx.clock.now();
  const keyId = newId("accessKey", createdAt, ctx.random.bytes(16));
  const compositeKey = formatAgentKey(keyId, ctx.random.bytes(32));
  const expiresAt = expiresInDays === undefined ? undefined : createdAt + expiresInDays * day;
  const row = {
    keyId,
    name,
    createdAt,
    createdBy: callerOf(ctx.actor),
    rotations: 0,
    expiresAt,
  };
  const byManager = callerMay(ctx.actor, "manageSources");
  const writes = [
    ...putKey(organization, row, digest(compositeKey), byManager),
    ...claim(keyId),
    countKeyChange(ctx),
    auditRow(ctx, organization, {
      action: "accessKey.created",
      id: keyId,
      name,
      ...(expiresAt !== undefined && { fields: { expiresAt: [null, new Date(expiresAt).toISOString()] } }),
    }),
  ];
  await createFenced(ctx, organization, quotaOf(ctx, organization), writes, () => refuseTooManyInADay(ctx));
  audit(ctx, "accessKey.created", { keyId, organizationId: organization });
  return { ...toAgentKey(row, [], createdAt), compositeKey };
}

/** The keys of the caller's organization with the agents that report with them, oldest first. */
export async function list(ctx: ReaderContext): Promise<AccessKey[]> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return [];
  const [rows, agents] = await Promise.all([rowsOf(ctx, organization), reporters(ctx, organization)]);
  const now = ctx.clock.now();
  return rows.map((row) => toAgentKey(row, agents.get(row.keyId) ?? [], now));
}

/** One key with its agents. A page that waits for the first report asks for it again and again. */
export async function get(ctx: ReaderContext, keyId: string): Promise<AccessKey> {
  const organization = ownOrganization(ctx.actor);
  if (!organization || !isId("accessKey", keyId)) throw notFound();
  const [row, agents] = await Promise.all([
    ctx.table.get(agentKeyKey(organization, keyId)),
    reportersOf(ctx, organization, keyId),
  ]);
  if (!row) throw notFound();
  return toAgentKey(agentKeyKind.read(row), agents, ctx.clock.now());
}

export const notFound = () => new Problem("notFound", "Agent key not found");

/** The rows of an organization's keys, oldest first. */
export async function rowsOf(services: Services, organization: OrganizationId): Promise<AgentKeyRow[]> {
  return (await services.table.queryAll(agentKeysOf(organization))).map(agentKeyKind.read);
}

/**
 * The keys of an organization as sources of its deployments, oldest first.
 * @param provenAt when the email of the account was proven that is about to move; left out where it was known from the start
 */
export async function keysOf(
  services: Services,
  organization: OrganizationId,
  provenAt?: number,
): Promise<ListedSource[]> {
  const rows = await rowsOf(services, organization);
  const now = services.clock.now();
  return rows.map((row) => {
    const { keyId, name, createdAt, createdBy } = row;
    const { current, former } = endingSecrets(row, now, provenAt);
    const secretEnds = current || former;
    return { kind: "agent", id: keyId, name, createdAt, createdBy, secretEnds, failure: failureOf(row, now) };
  });
}

function failureOf(row: AgentKeyRow, now: number): ListedSource["failure"] {
  const { expiresAt = Infinity, formerUntil = 0 } = row;
  if (expiresAt <= now) return { reason: "The agent key has expired. Create a new one.", since: expiresAt };
  if (!isEnded(row) || formerUntil > now) return undefined;
  return { reason: "The agent key's secret ended when it moved. Rotate the key.", since: undefined };
}

/** How the keys of an organization are doing, oldest first. */
export async function statesOfKeys(
  services: Services,
  organization: OrganizationId,
  reading: Promise<Reporters> = reporters(services, organization),
): Promise<SourceState[]> {
  const [rows, agents] = await Promise.all([rowsOf(services, organization), reading]);
  const now = services.clock.now();
  return rows.map((row) => toSourceState(row, agents.get(row.keyId) ?? [], now));
}

/**
 * Revokes a key: the next call with it is refused. Throws notFound. Throws forbidden when another account
 * created the key, unless the caller is an admin. Throws conflict when the configuration file manages it, and outdated for
 * another revision than expected.
 */
export async function revoke(ctx: ReaderContext, keyId: string, expected?: Expected): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  if (!organization || !isId("accessKey", keyId)) throw notFound();
  // The event has no name, because nothing is read before the transaction.
  const writes = [
    ...deleteKey(
      organization,
      keyId,
      {
        managedBy: undefined,
        ...(!callerMay(ctx.actor, "manageSources") && { createdBy: callerOf(ctx.actor) }),
      },
      expected,
    ),
    ...sourceChecks(ctx, organization),
    auditRow(ctx, organization, { action: "accessKey.revoked", id: keyId }),
  ];
  await retryOnConflict(async () => {
    try {
      await ctx.table.transact(writes);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const row = await ctx.table.get(agentKeyKey(organization, keyId));
      if (!row) throw notFound();
      const key = agentKeyKind.read(row);
      assertMayChangeSource(ctx, key);
      checkRevision(key, expected);
      await throwFailedSourceCheck(ctx, organization);
      throw error; // two transactions changed the same row
    }
  });
  audit(ctx, "accessKey.revoked", { keyId, organizationId: organization });
}

/**
 * The actor for a composite key; undefined for an invalid key. A mistyped key costs no read. A mistyped, an unknown and
 * a revoked key get the same answer, so nobody learns which keys exist.
 */
export async function authenticate(
  services: Services,
  compositeKey: Secret,
): Promise<AgentActor | undefined> {
  const parts = parseAgentKey(compositeKey.reveal());
  if (!parts) return undefined;
  const row = await services.table.get(credentialKey(parts.keyId));
  if (!row) return undefined;
  const credential = credentialKind.read(row);
  const { organizationId, originId = organizationId, created } = credential;
  const secretNumber = matched(credential, digest(compositeKey.reveal()), services.clock.now());
  if (secretNumber === undefined) return undefined;
  const { createdBy, byManager: isManager } = credential;
  const creator = createdBy === undefined ? undefined : { accountId: createdBy, isManager };
  return { kind: "agent", keyId: parts.keyId, organizationId, originId, created, creator, secretNumber };
}

/** The number of the secret that has this digest, counted by rotations; undefined for none that works. */
function matched(
  { secretHash, formerHash, formerUntil = 0, rotations, expiresAt }: CredentialRow,
  found: string,
  now: number,
): number | undefined {
  if (expiresAt !== undefined && now >= expiresAt) return undefined;
  if (sameDigest(secretHash, found)) return rotations;
  const former = formerHash !== undefined && now < formerUntil && sameDigest(formerHash, found);
  return former ? rotations - 1 : undefined;
}

/**
 * The write that adds deployments to the count of the key that creates them. It fails when the key was
 * revoked or moved after the report was accepted. So such a report writes nothing.
 */
export function countCreated(actor: AgentActor, created: number): Write {
  return addCreated(organizationOfKey(actor), actor.keyId, created);
}
