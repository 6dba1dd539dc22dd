import type { House } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { minute } from "@shardwatch/core/kit/time";
import type { Queue } from "@shardwatch/core/ports/queue";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";

const attempts = 3;

/** The queue, its worker and the schedule of one machine: what waits is forgotten at the end, and due again. */
export function startJobs(house: House, every = 5 * minute) {
  const waiting: { job: Job; attempt: number }[] = [];
  const end = new AbortController();
  let working = Promise.resolve();

  async function drain(): Promise<void> {
    for (let next = waiting.shift(); next && !end.signal.aborted; next = waiting.shift()) {
      const { job, attempt } = next;
      if (!(await work(house, JSON.stringify(job))) && attempt < attempts)
        waiting.push({ job, attempt: attempt + 1 });
    }
  }

  const queue: Queue = {
    send(jobs) {
      waiting.push(...jobs.map((job) => ({ job, attempt: 1 })));
      working = working.then(drain);
      return Promise.resolve();
    },
  };

  async function beat(): Promise<void> {
    try {
      await tick(house, queue);
    } catch (error) {
      house.log.error("tick failed", { error });
    }
  }

  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, every);
  return {
    /** Ends the schedule and waits for the job at hand. */
    async stop(): Promise<void> {
      clearInterval(timer);
      end.abort();
      await beating;
      await working;
    },
  };
}
