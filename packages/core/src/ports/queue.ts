import type { Job } from "../contract/job.ts";

/** Where work waits for a worker. A job may be delivered more than once, and in any order. */
export interface Queue {
  /** Throws when one of them could not be queued; those before it may have been. */
  send(jobs: readonly Job[]): Promise<void>;
}
