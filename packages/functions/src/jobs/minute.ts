import type { Services } from "@shardwatch/core/access/context";
import { dueDeliveries } from "@shardwatch/core/channel/due";
import { duePasses } from "@shardwatch/core/incident/due";
import type { Queue } from "@shardwatch/core/ports/queue";
import { roundRobin } from "./round-robin.ts";

/**
 * Queues the passes of this minute, and deliveries whose time has come. The schedule calls it every minute. Returns how
 * many jobs there were. A failure of one part does not keep the other from its jobs, and is thrown.
 */
export async function everyMinute(services: Services, queue: Queue): Promise<number> {
  const parts = await Promise.allSettled(
    [duePasses, dueDeliveries].map(async (due) => {
      const jobs = await due(services);
      await queue.send(roundRobin(jobs));
      return jobs.length;
    }),
  );
  return parts.reduce((total, part) => {
    if (part.status === "rejected") throw part.reason;
    return total + part.value;
  }, 0);
}
