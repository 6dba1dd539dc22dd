import type { Job } from "@shardwatch/core/contract/job";
import { second } from "@shardwatch/core/kit/time";
import type { Queue } from "@shardwatch/core/ports/queue";

export interface Waiting {
  job: Job;
  /** Counts from 1. */
  attempt: number;
  /** Unix epoch in milliseconds. */
  queuedAt: number;
}

/** The queue of one process: in memory, as what is forgotten at the end is due again later. */
export interface LocalQueue extends Queue {
  /** The first job, or the first of those that are wanted. */
  take(isWanted?: (job: Job) => boolean): Waiting | undefined;
  putBack(waiting: Waiting): void;
  /** Calls the listener whenever something has come; it replaces the one before. */
  onArrival(listener: () => void): void;
}

export function createQueue(now: () => number = Date.now): LocalQueue {
  const waiting: Waiting[] = [];
  let arrived = () => {};
  return {
    send(jobs, { delaySeconds = 0 } = {}) {
      const queuedAt = now();
      const arrive = () => {
        waiting.push(...jobs.map((job) => ({ job, attempt: 1, queuedAt })));
        arrived();
      };
      // The end of the process must not wait for what the schedule finds again.
      if (delaySeconds > 0) setTimeout(arrive, delaySeconds * second).unref();
      else arrive();
      return Promise.resolve();
    },
    take(isWanted = () => true) {
      const index = waiting.findIndex(({ job }) => isWanted(job));
      return index < 0 ? undefined : waiting.splice(index, 1)[0];
    },
    putBack: (again) => void waiting.push(again),
    onArrival(listener) {
      arrived = listener;
      if (waiting.length > 0) listener();
    },
  };
}
