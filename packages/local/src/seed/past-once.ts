import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MemberContext } from "@shardwatch/core/access/context";
import { chosenOrganization } from "@shardwatch/core/access/scope";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import { list } from "@shardwatch/core/deployment/read/list";
import * as z from "zod";
import { hasPast, pastSourcesOfFleet, readFleets } from "./fleets.ts";
import { type PastSource, seedPast } from "./past.ts";
import { fleetsBeside, pastSourcesOf, type Seed } from "./seed.ts";

/** Ids of the organizations that have their past. */
const doneSchema = z.array(z.string());

/**
 * Stores the past of the demo fleets, one after the other, each once. It takes some ten seconds.
 * @param file the one that the seed is kept in
 * @param isEnded whether the product stops
 */
export async function seedPastOnce(
  superAdmin: MemberContext,
  seed: Seed,
  file: string,
  isEnded: () => boolean,
): Promise<void> {
  const doneFile = join(dirname(file), "past.json");
  const done = existsSync(doneFile) ? doneSchema.parse(JSON.parse(readFileSync(doneFile, "utf8"))) : [];
  const now = superAdmin.clock.now();
  const fleets: [string, PastSource[]][] = [
    [seed.organizationId, pastSourcesOf(seed, now)],
    ...readFleets(fleetsBeside(file))
      .filter(hasPast)
      .map((fleet): [string, PastSource[]] => [fleet.organizationId, pastSourcesOfFleet(fleet, now)]),
  ];
  for (const [organizationId, sources] of fleets) {
    const organization = chosenOrganization(superAdmin.actor, organizationId);
    if (!organization || done.includes(organizationId)) continue;
    const items = await everyItem(superAdmin, organizationId);
    await seedPast(superAdmin, { organization, sources, items }, isEnded);
    if (isEnded()) return;
    done.push(organizationId);
    writeFileSync(doneFile, JSON.stringify(done));
  }
}

async function everyItem(ctx: MemberContext, organizationId: string): Promise<DeploymentListItem[]> {
  const items: DeploymentListItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(ctx, { organizationId, limit: largestListPage, ...(cursor && { cursor }) });
    items.push(...page.items.map((item) => JSON.parse(item) as DeploymentListItem));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
