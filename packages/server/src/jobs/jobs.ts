import type { Services } from "@shardwatch/core/access/context";
import type { Job } from "@shardwatch/core/contract/job";
import { workerOf } from "@shardwatch/core/contract/workers";
import { minute } from "@shardwatch/core/kit/time";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import type { CanaryReports } from "@shardwatch/core/ports/canary-reports";
import { endWithin } from "../machine/cleanup.ts";
import type { LocalQueue } from "./queue.ts";
import { alone, type WorkSharing } from "./work-sharing.ts";

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

export interface JobOptions {
  /** The interval of the tick, in milliseconds. */
  every?: number;
  /** How processes on one database share the work. */
  turns?: WorkSharing;
}

/** Does the jobs of the queue as they arrive. Returns what ends that and returns the jobs at hand. */
function startWorkers(services: Services, queue: LocalQueue, turns: WorkSharing): () => Promise<void>[] {
  const end = new AbortController();
  const working = new Map<Promise<void>, Lane>();

  async function drain({ isWanted }: Lane): Promise<void> {
    for (let next = queue.take(isWanted); next && !end.signal.aborted; next = queue.take(isWanted)) {
      const { job, attempt } = next;
      const isDone = await turns
        .hold(services, next, () => work(services, JSON.stringify(job)))
        .catch((error: unknown) => {
          services.log.error("the lease of a job failed", { kind: job.kind, error });
          return false;
        });
      if (!isDone && attempt < attempts) queue.putBack({ ...next, attempt: attempt + 1 });
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
  return () => {
    end.abort();
    return [...working.keys()];
  };
}

/** Runs now and in every interval, one run after the other. Among several processes, one does a turn. */
function schedule(
  { services, turns }: { services: Services; turns: WorkSharing },
  name: string,
  run: () => Promise<unknown>,
  interval: number,
): () => Promise<void> {
  async function once(): Promise<void> {
    try {
      const intervalNumber = Math.floor(services.clock.now() / interval);
      if (await turns.claim(services, name, intervalNumber)) await run();
    } catch (error) {
      services.log.error(`${name} failed`, { error });
    }
  }
  let running = once();
  const timer = setInterval(() => {
    running = running.then(once);
  }, interval / turns.checksPerRun);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The workers and the schedule of one process. */
export function startJobs(
  services: Services,
  queue: LocalQueue,
  canaryReports: CanaryReports,
  { every = 5 * minute, turns = alone }: JobOptions = {},
) {
  const endWorkers = startWorkers(services, queue, turns);
  const shared = { services, turns };
  const ends = [
    schedule(shared, "tick", () => tick(services, queue), every),
    schedule(shared, "minute", () => everyMinute(services, queue, canaryReports), minute),
  ];
  return {
    /** Ends the schedule and waits for the jobs at hand, for a bounded time if there is one. */
    async stop(graceMs?: number): Promise<void> {
      const all = Promise.all([...ends.map((stop) => stop()), ...endWorkers()]);
      await (graceMs === undefined ? all : endWithin(all, graceMs));
    },
  };
}
