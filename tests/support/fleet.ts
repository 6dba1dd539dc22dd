import type { MemberContext } from "@shardwatch/core/access/context";
import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { Database, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { utilization } from "@shardwatch/core/kit/bytes";
import { databases } from "@shardwatch/core/deployment/fleet/databases";
import { get } from "@shardwatch/core/deployment/read/get";
import { list } from "@shardwatch/core/deployment/read/list";
import { findSources } from "@shardwatch/core/sources";
import { createTable } from "@shardwatch/core/table/table";
import { expect, vi } from "vitest";
import { patience } from "./patience.ts";
import type { World } from "./world.ts";

/** A person of an organization whose process has read nothing yet. */
export function newcomer(world: World, organizationId: string): MemberContext {
  const table = createTable({ client: world.recorder.client, name: world.database.tableName });
  const actor = { kind: "member", accountId: "acc_reader", organizationId, roles: ["VIEWER"] } as const;
  return { ...world.services, table, actor, requestId: "fleet" };
}

/** All databases as the verb lists them. */
export async function fleetOf(ctx: MemberContext): Promise<DatabaseRow[]> {
  const all = { filter: everything, sort: "deployment", order: "asc", limit: 20_000 } as const;
  return byId((await databases(ctx, all)).databases);
}

/** The states of a deployment whose databases are not read now. */
const unread = new Set(["stale", "unreachable", "denied", "loading", "unsupported"]);

/** The same from the deployments themselves: the list, and the detail of each. */
export async function rebuiltFleet(ctx: MemberContext): Promise<DatabaseRow[]> {
  const { items } = await list(ctx, { limit: 10_000 });
  const listed = items.map((text) => JSON.parse(text) as DeploymentListItem);
  const deployments = await Promise.all(
    listed.map(async (item) => ({ ...(await get(ctx, item.id, findSources)), facts: item.facts })),
  );
  return byId(
    deployments.flatMap((deployment) =>
      deployment.databases.map((database): DatabaseRow => ({
        id: database.id,
        name: database.name,
        status: unread.has(deployment.status) ? deployment.status : database.status,
        version: database.version,
        engine: database.engine ?? null,
        memoryUsed: database.memoryUsed,
        memoryLimit: database.memoryLimit,
        utilization: percentOf(database),
        evictionPolicy: database.evictionPolicy ?? null,
        persistence: database.persistence ?? null,
        tlsEnabled: database.tlsEnabled,
        nodeType: database.nodeType ?? null,
        region: database.region ?? onlyRegion(deployment),
        deploymentId: deployment.id,
        deploymentName: deployment.name,
        organizationId: deployment.organizationId,
        type: deployment.type,
        source: deployment.source,
        lastUpdated: deployment.lastUpdated,
      })),
    ),
  );
}

function onlyRegion({ cloudSubscription, facts }: Pick<DeploymentListItem, "cloudSubscription" | "facts">) {
  const regions = cloudSubscription?.regions ?? facts?.regions ?? [];
  return regions.length === 1 ? (regions[0] ?? null) : null;
}

function percentOf({ memoryUsed, memoryLimit }: Database): number | null {
  const percent = memoryUsed === "0" && Number(memoryLimit) > 0 ? "0" : utilization(memoryUsed, memoryLimit);
  return percent === undefined ? null : Number(percent);
}

/**
 * Expects that a process that has read nothing lists what the deployments say. It waits for writes that a
 * crashed process had already sent.
 */
export async function expectRebuilt(
  world: World,
  organizationId: string,
  where = "",
): Promise<DatabaseRow[]> {
  return await vi.waitFor(
    async () => {
      const ctx = newcomer(world, organizationId);
      const rows = await fleetOf(ctx);
      expect(rows, where).toEqual(await rebuiltFleet(ctx));
      return rows;
    },
    { timeout: patience },
  );
}

const byId = (rows: DatabaseRow[]): DatabaseRow[] => {
  const keyOf = ({ deploymentId, id }: DatabaseRow) => `${deploymentId}/${id}`;
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};
