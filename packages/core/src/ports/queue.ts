import type { Job } from "../contract/job.ts";

/** The queues of jobs for the workers. A job may be delivered more than once, and in any order. */
export interface Queue {
  /** Throws when a job could not be queued. The other jobs may have been queued. */
  send(jobs: readonly Job[]): Promise<void>;
}
