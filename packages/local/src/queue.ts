import type { Job } from "@shardwatch/core/contract/job";
import type { Queue } from "@shardwatch/core/ports/queue";

export interface Waiting {
  job: Job;
  /** Counts from 1. */
  attempt: number;
}

/** The queue of one machine: in memory, as what is forgotten at the end is due again after the next start. */
export interface LocalQueue extends Queue {
  take(): Waiting | undefined;
  putBack(waiting: Waiting): void;
  /** Calls the listener whenever something has come; it replaces the one before. */
  onArrival(listener: () => void): void;
}

export function createQueue(): LocalQueue {
  const waiting: Waiting[] = [];
  let arrived = () => {};
  return {
    send(jobs) {
      waiting.push(...jobs.map((job) => ({ job, attempt: 1 })));
      arrived();
      return Promise.resolve();
    },
    take: () => waiting.shift(),
    putBack: (again) => void waiting.push(again),
    onArrival(listener) {
      arrived = listener;
      if (waiting.length > 0) listener();
    },
  };
}
