import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
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
