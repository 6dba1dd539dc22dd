import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { workerOf } from "@shardwatch/core/contract/workers";
import { minute } from "@shardwatch/core/kit/time";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { OwnReports } from "@shardwatch/core/ports/own-reports";
import type { Queue } from "@shardwatch/core/ports/queue";
import type { LocalQueue } from "./queue.ts";

const attempts = 3;

const isDelivery = (job: Job) => workerOf(job) === "deliver";

/**
 * How many jobs are done side by side, so that one that takes long holds up no other. Deliveries have workers of their
 * own: a customer's receiver decides how long they take. Twenty channels of one organization, which all hang, take
 * forty of them.
 */
const lanes = [
  { isWanted: (job: Job) => !isDelivery(job), workers: 4 },
  { isWanted: isDelivery, workers: 50 },
];
type Lane = (typeof lanes)[number];

/** The worker and the schedule of one machine. */
export function startJobs(services: Services, queue: LocalQueue, ownReports: OwnReports, every = 5 * minute) {
  const end = new AbortController();
  const working = new Map<Promise<void>, Lane>();

  async function drain({ isWanted }: Lane): Promise<void> {
    for (let next = queue.take(isWanted); next && !end.signal.aborted; next = queue.take(isWanted)) {
      const { job, attempt } = next;
      if (!(await work(services, JSON.stringify(job))) && attempt < attempts)
        queue.putBack({ job, attempt: attempt + 1 });
    }
  }

  queue.onArrival(() => {
    for (const lane of lanes) {
      const busy = [...working.values()].filter((each) => each === lane).length;
      for (let free = lane.workers - busy; free > 0 && !end.signal.aborted; free -= 1) {
        const one = drain(lane).finally(() => working.delete(one));
        working.set(one, lane);
      }
    }
  });

  /** Runs now and in every interval, one run after the other. */
  function schedule(name: string, run: typeof tick, interval: number) {
    async function once(): Promise<void> {
      try {
        await run(services, queue);
      } catch (error) {
        services.log.error(`${name} failed`, { error });
      }
    }
    let running = once();
    const timer = setInterval(() => {
      running = running.then(once);
    }, interval);
    return async () => {
      clearInterval(timer);
      await running;
    };
  }

  const minutely = (own: Services, jobs: Queue) => everyMinute(own, jobs, ownReports);
  const ends = [schedule("tick", tick, every), schedule("minute", minutely, minute)];
  return {
    /** Ends the schedule and waits for the jobs at hand. */
    async stop(): Promise<void> {
      const ended = ends.map((stop) => stop());
      end.abort();
      await Promise.all(ended);
      await Promise.all(working.keys());
    },
  };
}
