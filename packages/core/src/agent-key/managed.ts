import { audit } from "../access/audit.ts";
import type { FileContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { assertMayChangeSource, originOf } from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import { createFenced } from "../integration/fence.ts";
import type { Done } from "../access/file-entry.ts";
import { sameDigest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { requireActive } from "../organization/organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { ConditionFailed } from "../table/errors.ts";
import { quotaOf } from "./agent-key.ts";
import { agentKeyKey, credentialKey } from "./agent-key.keys.ts";
import {
  agentKeyKind,
  type AgentKeyRow,
  deleteKey,
  putKey,
  renameKey,
  rotateKey,
} from "./agent-key.table.ts";
import { credentialKind } from "./credential.table.ts";

/** An agent key as the configuration file has it. */
export interface ManagedKey {
  keyId: string;
  name: string;
  secretHash: string;
}

/** How long the former secret works after the file has another one, so that agents can move one by one. */
export const fileOverlap = day;

/**
 * Makes the key as the file has it: creates it, or gives it another name or secret. Safe to repeat. Throws
 * conflict when people made a key of this id, or when the organization has as many keys as it may.
 */
export async function keepManagedKey(ctx: FileContext, wanted: ManagedKey): Promise<Done> {
  const organization = ownOrganization(ctx.actor);
  return await retryOnConflict(async () => {
    const [row, stored] = await ctx.table.batchGet([
      agentKeyKey(organization, wanted.keyId),
      credentialKey(wanted.keyId),
    ]);
    const credential = stored && credentialKind.read(stored);
    if (!credential) return await created(ctx, wanted);
    const key = row && agentKeyKind.read(row);
    if (!key || credential.organizationId !== organization) throw elsewhere();
    assertMayChangeSource(ctx, key);
    const isRenamed = key.name !== wanted.name;
    const isReplaced = !sameDigest(credential.secretHash, wanted.secretHash);
    if (isRenamed) await rename(ctx, key, wanted.name);
    if (isReplaced) await replace(ctx, key, credential, wanted);
    return isRenamed || isReplaced ? "changed" : undefined;
  });
}

async function created(ctx: FileContext, wanted: ManagedKey): Promise<Done> {
  try {
    await create(ctx, wanted);
    return "created";
  } catch (error) {
    // Another process was faster: read what it wrote.
    throw error instanceof Problem && error.code === keyElsewhere ? new ConditionFailed() : error;
  }
}

async function create(ctx: FileContext, { keyId, name, secretHash }: ManagedKey): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  const row = { keyId, name, createdAt: ctx.clock.now(), ...originOf(ctx.actor), rotations: 0 };
  const event = auditRow(ctx, organization, { action: "accessKey.created", id: keyId, name });
  const writes = [...putKey(organization, row, secretHash, true), event];
  await createFenced(ctx, organization, quotaOf(ctx, organization), writes, async () => {
    if (await ctx.table.get(credentialKey(keyId))) throw elsewhere();
  });
  audit(ctx, "accessKey.created", { keyId, organizationId: organization });
}

async function rename(ctx: FileContext, { keyId, name: before }: AgentKeyRow, name: string): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  await ctx.table.transact([
    renameKey(organization, keyId, name),
    requireActive(organization),
    auditRow(ctx, organization, {
      action: "accessKey.changed",
      id: keyId,
      name,
      fields: { name: [before, name] },
    }),
  ]);
}

async function replace(
  ctx: FileContext,
  key: AgentKeyRow,
  { secretHash: former }: { secretHash: string },
  { keyId, name, secretHash }: ManagedKey,
): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  const until = ctx.clock.now() + fileOverlap;
  await ctx.table.transact([
    ...rotateKey(organization, key, former, { secretHash, until, by: key.createdBy }),
    requireActive(organization),
    auditRow(ctx, organization, {
      action: "accessKey.rotated",
      id: keyId,
      name,
      fields: { formerSecretEnds: [null, new Date(until).toISOString()] },
    }),
  ]);
  audit(ctx, "accessKey.rotated", { keyId, organizationId: organization });
}

/** Revokes a key that the file no longer has: the next call with it is refused. Safe to repeat. */
export async function revokeManagedKey(ctx: FileContext, keyId: string): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  await retryOnConflict(async () => {
    const row = await ctx.table.get(agentKeyKey(organization, keyId));
    if (!row) return;
    const key = agentKeyKind.read(row);
    assertMayChangeSource(ctx, key);
    await ctx.table.transact([
      ...deleteKey(organization, keyId, { managedBy: "file" }),
      auditRow(ctx, organization, { action: "accessKey.revoked", id: keyId, name: key.name }),
    ]);
  });
  audit(ctx, "accessKey.revoked", { keyId, organizationId: organization });
}

const keyElsewhere = "KEY_ELSEWHERE";

const elsewhere = () =>
  new Problem("conflict", "Another organization has this key. Make another one with keygen.", {
    code: keyElsewhere,
  });
