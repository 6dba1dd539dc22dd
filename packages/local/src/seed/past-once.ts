import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MemberContext } from "@shardwatch/core/access/context";
import { chosenOrganization } from "@shardwatch/core/access/scope";
import { takeCensus } from "@shardwatch/core/census/census";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import { list } from "@shardwatch/core/deployment/read/list";
import { nameOf } from "@shardwatch/core/organization/organization";
import * as z from "zod";
import { hasPast, pastSourcesOfFleet, readFleets } from "./fleets.ts";
import { type PastSource, seedPast } from "./past.ts";
import { fleetsBeside, pastSourcesOf, type Seed } from "./seed.ts";

/** Ids of the organizations that have their past. */
const doneSchema = z.array(z.string());

const fileBeside = (file: string) => join(dirname(file), "past.json");

function readDone(file: string): string[] {
  const done = fileBeside(file);
  return existsSync(done) ? doneSchema.parse(JSON.parse(readFileSync(done, "utf8"))) : [];
}

interface Seeded {
  organizationId: string;
  seededAt: number;
  sources: PastSource[];
}

/** The demo fleets that have no past yet. @param file the one that the seed is kept in */
export function fleetsWithoutPast(seed: Seed, file: string): Seeded[] {
  const done = readDone(file);
  const fleets: Seeded[] = [
    { ...seed, sources: pastSourcesOf(seed) },
    ...readFleets(fleetsBeside(file))
      .filter(hasPast)
      .map((fleet) => ({ ...fleet, sources: pastSourcesOfFleet(fleet) })),
  ];
  return fleets.filter(({ organizationId }) => !done.includes(organizationId));
}

/**
 * Stores the past of the demo fleets, one after the other, each once. What was cut off is done again from its begin.
 * @param file the one that the seed is kept in
 */
export async function seedPastOnce(superAdmin: MemberContext, seed: Seed, file: string): Promise<void> {
  for (const { organizationId, seededAt, sources } of fleetsWithoutPast(seed, file)) {
    const organization = chosenOrganization(superAdmin.actor, organizationId);
    if (!organization || (await nameOf(superAdmin, organization)) === undefined) continue;
    const items = await everyItem(superAdmin, organizationId);
    await seedPast(superAdmin, { organization, seededAt, sources, items });
    await takeCensus(superAdmin, organizationId);
    writeFileSync(fileBeside(file), JSON.stringify([...readDone(file), organizationId]));
  }
}

/** The deployments of an organization as its list shows them. */
export async function everyItem(ctx: MemberContext, organizationId: string): Promise<DeploymentListItem[]> {
  const items: DeploymentListItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(ctx, { organizationId, limit: largestListPage, ...(cursor && { cursor }) });
    items.push(...page.items.map((item) => JSON.parse(item) as DeploymentListItem));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
