import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { unfinished } from "@shardwatch/core/membership/finish";
import { untold } from "@shardwatch/core/notification/announce";

/** What requests have begun about people and did not bring to its end. */
export async function leftovers(services: Services): Promise<Job[]> {
  const [acceptances, announcements] = await Promise.all([unfinished(services), untold(services)]);
  return [
    ...acceptances.map((acceptance) => ({ kind: "finishAcceptance" as const, ...acceptance })),
    ...announcements.map((announcement) => ({ kind: "notifyMembers" as const, ...announcement })),
  ];
}
