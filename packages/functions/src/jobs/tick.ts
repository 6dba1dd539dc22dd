import type { House } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { everyIntegration as everyElastiCache } from "@shardwatch/core/elasticache/sync";
import { unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import type { Queue } from "@shardwatch/core/ports/queue";
import { everyIntegration } from "@shardwatch/core/redis-cloud/sync";
import { inTurns } from "./in-turns.ts";
import { leftovers } from "./leftovers.ts";

/**
 * Every five minutes: puts into the queue what is due. Called twice for one tick it queues twice, which does no harm.
 * Returns how many jobs there were.
 */
export async function tick(house: House, queue: Queue): Promise<number> {
  const [organizations, redisClouds, elastiCaches] = await Promise.all([
    unfinishedDeletions(house),
    everyIntegration(house),
    everyElastiCache(house),
  ]);
  const jobs: Job[] = [
    ...organizations.map((organizationId) => ({
      kind: "finishOrganizationDeletion" as const,
      organizationId,
    })),
    ...redisClouds.map((integration) => ({ kind: "syncRedisCloud" as const, ...integration })),
    ...elastiCaches.map((integration) => ({ kind: "syncElastiCache" as const, ...integration })),
  ];
  jobs.push(...(await leftovers(house)));
  await queue.send(inTurns(jobs));
  house.log.info("tick", { jobs: jobs.length });
  return jobs.length;
}
