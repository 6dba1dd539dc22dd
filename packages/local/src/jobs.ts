import type { Services } from "@shardwatch/core/access/context";
import { minute } from "@shardwatch/core/kit/time";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { LocalQueue } from "./queue.ts";

const attempts = 3;
/** How many jobs are done side by side, so that one that takes long holds up no other. */
const workers = 4;

/** The worker and the schedule of one machine. */
export function startJobs(services: Services, queue: LocalQueue, every = 5 * minute) {
  const end = new AbortController();
  const working = new Set<Promise<void>>();

  async function drain(): Promise<void> {
    for (let next = queue.take(); next && !end.signal.aborted; next = queue.take()) {
      const { job, attempt } = next;
      if (!(await work(services, JSON.stringify(job))) && attempt < attempts)
        queue.putBack({ job, attempt: attempt + 1 });
    }
  }

  queue.onArrival(() => {
    while (working.size < workers && !end.signal.aborted) {
      const one = drain().finally(() => working.delete(one));
      working.add(one);
    }
  });

  async function runTick(): Promise<void> {
    try {
      await tick(services, queue);
    } catch (error) {
      services.log.error("tick failed", { error });
    }
  }

  let ticking = runTick();
  const timer = setInterval(() => {
    ticking = ticking.then(runTick);
  }, every);
  return {
    /** Ends the schedule and waits for the jobs at hand. */
    async stop(): Promise<void> {
      clearInterval(timer);
      end.abort();
      await ticking;
      await Promise.all(working);
    },
  };
}
