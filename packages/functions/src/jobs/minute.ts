import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { listen } from "@shardwatch/core/canary/canary";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { duePasses } from "@shardwatch/core/incident/due";
import type { CanaryReports } from "@shardwatch/core/ports/canary-reports";
import type { Queue } from "@shardwatch/core/ports/queue";
import { roundRobin } from "./round-robin.ts";

/**
 * Tries whether reports are accepted, and queues the passes of this minute and the deliveries whose time has come. The
 * schedule calls it every minute. Returns how many jobs there were. A failure of one part does not keep the other from
 * its jobs, and is thrown.
 */
export async function everyMinute(
  services: Services,
  queue: Queue,
  canaryReports: CanaryReports,
): Promise<number> {
  const parts = await Promise.allSettled(
    [passes(services, canaryReports), dueDeliveries(services)].map(async (due) => {
      const jobs = await due;
      await queue.send(roundRobin(jobs));
      return jobs.length;
    }),
  );
  return parts.reduce((total, part) => {
    if (part.status === "rejected") throw part.reason;
    return total + part.value;
  }, 0);
}

async function passes(services: Services, canaryReports: CanaryReports): Promise<Job[]> {
  const [heardSince, jobs] = await Promise.all([listen(services, canaryReports), duePasses(services)]);
  return jobs.map((job) => ({ ...job, heardSince }));
}
