import type { MemberContext } from "@shardwatch/core/access/context";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import { elastiCache } from "@shardwatch/core/elasticache/kind";
import { connectUnscheduled, noteReading as noteOutcome } from "@shardwatch/core/integration/unscheduled";
import { newId } from "@shardwatch/core/kit/ids";
import { minute } from "@shardwatch/core/kit/time";
import { credentialsOf, seal } from "@shardwatch/core/redis-cloud/credentials";
import { redisCloud } from "@shardwatch/core/redis-cloud/kind";
import { roleOf } from "./caches.ts";

/*
 * The integrations that the demo's cloud deployments come from. Connecting writes the same rows. The schedule does not find these, because no simulated account holds a demo fleet. So the seed stores what a reading would store.
 */

export interface Connection {
  kind: "redis-cloud" | "elasticache";
  id: string;
}

/** What a reading has found; undefined for an account that was refused. */
export type Found = { subscriptions: number; databases: number } | undefined;

interface Account {
  /** Of the account at Redis Cloud or AWS. */
  accountId: string;
  createdAt: number;
  /** The last reading that was not refused. */
  at: number;
  found: Found;
}

/** An AWS account is one deployment, and its integration has the id of that. */
export type Connecting = Account &
  ({ kind: "redis-cloud"; name: string } | { kind: "elasticache"; deployment: string });

/** Connects an account as if a person had done so. */
export async function connect(
  ctx: MemberContext,
  organization: OrganizationId,
  connecting: Connecting,
): Promise<Connection> {
  const { kind, accountId, createdAt, at, found } = connecting;
  const now = ctx.clock.now();
  const common = { createdAt, createdBy: ctx.actor.accountId };
  if (connecting.kind === "redis-cloud") {
    const id = newId("redisCloud", createdAt, ctx.random.bytes(16));
    const sealed = await seal(ctx, id, credentialsOf({ apiKey: "demo", apiSecret: "demo" }));
    const row = { ...common, ...cloudOutcome(now, found), lastUsedAt: at, id, accountId, sealed };
    await connectUnscheduled(ctx, redisCloud, organization, { ...row, name: connecting.name });
    return { kind, id };
  }
  const id = connecting.deployment;
  const row = { ...common, ...awsOutcome(now, found), id, roleArn: roleOf(accountId), externalId: id };
  await connectUnscheduled(ctx, elastiCache, organization, row);
  return { kind, id };
}

/** Stores what a reading of a connected account has found. One that was deleted stays so. */
export async function noteReading(
  ctx: MemberContext,
  organization: OrganizationId,
  { kind, id }: Connection,
  found: Found,
): Promise<void> {
  const at = ctx.clock.now();
  if (kind === "redis-cloud") await noteOutcome(ctx, redisCloud, organization, id, cloudOutcome(at, found));
  else await noteOutcome(ctx, elastiCache, organization, id, awsOutcome(at, found));
}

/** What a reading has found of these deployments. */
export const foundOf = (deployments: readonly { databases: readonly unknown[] }[]): Found => ({
  subscriptions: deployments.length,
  databases: deployments.reduce((sum, { databases }) => sum + databases.length, 0),
});

function cloudOutcome(at: number, found: Found) {
  if (found)
    return { status: "ok", lastSyncAt: at, lastUsedAt: at, nextSyncAt: at + 5 * minute, ...found } as const;
  const lastError =
    "credentials refused: Redis Cloud rejected the API key. It may have been deleted or changed.";
  return { status: "denied", lastSyncAt: at, lastError } as const;
}

function awsOutcome(at: number, found: Found) {
  if (found) return { status: "ok", lastSyncAt: at, caches: found.databases } as const;
  const lastError = "We can no longer assume the role.";
  return { status: "denied", lastSyncAt: at, lastError } as const;
}
