import type { Services } from "@shardwatch/core/access/context";
import { withJobLease } from "@shardwatch/core/schedule/job-lease";
import { claimRun } from "@shardwatch/core/schedule/run";
import type { Waiting } from "./queue.ts";

/** How the processes on one database share the schedule and the jobs. */
export interface WorkSharing {
  /** How often a process looks in each interval whether a turn is free. */
  checksPerRun: number;
  /** Whether this process does a turn of the schedule. */
  claim(services: Services, name: string, run: number): Promise<boolean>;
  /** Does a job unless another process does it. Returns whether nothing is left to do. */
  hold(services: Services, waiting: Waiting, perform: () => Promise<boolean>): Promise<boolean>;
}

/** One process has the database for itself. What was forgotten at its end is found at its start. */
export const alone: WorkSharing = {
  checksPerRun: 1,
  claim: () => Promise.resolve(true),
  hold: (_services, _waiting, perform) => perform(),
};

/**
 * Several processes share a database. A process that ends costs no turn, because the others look several times
 * in each interval.
 */
export const amongReplicas: WorkSharing = {
  checksPerRun: 6,
  claim: claimRun,
  hold: (services, { job, queuedAt }, perform) => withJobLease(services, job, queuedAt, perform),
};
