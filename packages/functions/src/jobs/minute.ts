import type { Services } from "@shardwatch/core/access/context";
import { duePasses } from "@shardwatch/core/incident/due";
import type { Queue } from "@shardwatch/core/ports/queue";

/** Queues the passes of this minute. The schedule calls it every minute. Returns how many jobs there were. */
export async function everyMinute(services: Services, queue: Queue): Promise<number> {
  const jobs = await duePasses(services);
  await queue.send(jobs);
  return jobs.length;
}
