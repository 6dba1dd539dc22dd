import type { Services } from "@shardwatch/core/access/context";
import { dueCensuses } from "@shardwatch/core/census/due";
import type { Job } from "@shardwatch/core/contract/job";
import { dueFolds } from "@shardwatch/core/history/fold/due";
import { dueForgetting } from "@shardwatch/core/history/fold/forget";
import { unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import type { Queue } from "@shardwatch/core/ports/queue";
import { sourceKinds } from "@shardwatch/core/sources";
import { roundRobin } from "./round-robin.ts";
import { findUnfinished } from "@shardwatch/core/invitation/finish-moves";
import { undelivered } from "@shardwatch/core/notification/former-announcements";

/** Jobs that finish what requests have begun: acceptances of invitations, and former messages to members. */
export async function unfinishedWork(services: Services): Promise<Job[]> {
  const [acceptances, announcements] = await Promise.all([findUnfinished(services), undelivered(services)]);
  return [
    ...acceptances.map((acceptance) => ({ kind: "finishAcceptance" as const, ...acceptance })),
    ...announcements.map((announcement) => ({ kind: "notifyMembers" as const, ...announcement })),
  ];
}

/**
 * Queues every due job. The schedule calls it every five minutes. A second call for one tick queues the jobs
 * twice, which is harmless. Returns how many jobs there were.
 */
export async function tick(services: Services, queue: Queue): Promise<number> {
  const [organizations, censuses, folds, forgetting, syncs] = await Promise.all([
    unfinishedDeletions(services),
    dueCensuses(services),
    dueFolds(services),
    dueForgetting(services),
    Promise.all(sourceKinds.map((kind) => kind.due(services))),
  ]);
  const jobs: Job[] = [
    ...organizations.map((organizationId) => ({
      kind: "finishOrganizationDeletion" as const,
      organizationId,
    })),
    ...syncs.flat(),
    ...censuses.map((organizationId) => ({ kind: "census" as const, organizationId })),
    ...folds,
    ...forgetting,
  ];
  jobs.push(...(await unfinishedWork(services)));
  await queue.send(roundRobin(jobs));
  services.log.info("tick", { jobs: jobs.length });
  return jobs.length;
}
