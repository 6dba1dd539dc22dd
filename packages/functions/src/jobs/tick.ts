import type { House } from "@shardwatch/core/access/context";
import { unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import type { Queue } from "@shardwatch/core/ports/queue";

/**
 * Every five minutes: puts into the queue what is due. Called twice for one tick it queues twice, which does no harm.
 * Returns how many jobs there were.
 */
export async function tick(house: House, queue: Queue): Promise<number> {
  const organizations = await unfinishedDeletions(house);
  const jobs = organizations.map((organizationId) => ({
    kind: "finishOrganizationDeletion" as const,
    organizationId,
  }));
  await queue.send(jobs);
  house.log.info("tick", { jobs: jobs.length });
  return jobs.length;
}
