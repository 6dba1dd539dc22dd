import type { Services } from "@shardwatch/core/access/context";
import { listen } from "@shardwatch/core/canary/canary";
import { duePasses } from "@shardwatch/core/incident/due";
import type { OwnReports } from "@shardwatch/core/ports/own-reports";
import type { Queue } from "@shardwatch/core/ports/queue";

/**
 * Tries whether reports are accepted, and queues the passes of this minute. The schedule calls it every minute. Returns
 * how many jobs there were.
 */
export async function everyMinute(services: Services, queue: Queue, ownReports: OwnReports): Promise<number> {
  const [heardSince, jobs] = await Promise.all([listen(services, ownReports), duePasses(services)]);
  await queue.send(jobs.map((job) => ({ ...job, heardSince })));
  return jobs.length;
}
