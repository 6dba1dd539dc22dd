import type { House } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import type { Queue } from "@shardwatch/core/ports/queue";
import { sourceKinds } from "@shardwatch/core/sources";
import { inTurns } from "./in-turns.ts";
import { leftovers } from "./leftovers.ts";

/**
 * Every five minutes: puts into the queue what is due. Called twice for one tick it queues twice, which does no harm.
 * Returns how many jobs there were.
 */
export async function tick(house: House, queue: Queue): Promise<number> {
  const [organizations, syncs] = await Promise.all([
    unfinishedDeletions(house),
    Promise.all(sourceKinds.map((kind) => kind.due(house))),
  ]);
  const jobs: Job[] = [
    ...organizations.map((organizationId) => ({
      kind: "finishOrganizationDeletion" as const,
      organizationId,
    })),
    ...syncs.flat(),
  ];
  jobs.push(...(await leftovers(house)));
  await queue.send(inTurns(jobs));
  house.log.info("tick", { jobs: jobs.length });
  return jobs.length;
}
