import type { Job } from "../contract/job.ts";

export interface SendOptions {
  /** How long the jobs wait before a worker gets them, in whole seconds. SQS allows 900 at most. */
  delaySeconds?: number;
}

/** The queues of jobs for the workers. A job may be delivered more than once, and in any order. */
export interface Queue {
  /** Throws when a job could not be queued. The other jobs may have been queued. */
  send(jobs: readonly Job[], options?: SendOptions): Promise<void>;
}
