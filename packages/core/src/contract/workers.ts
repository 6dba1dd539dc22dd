import type { Job } from "./job.ts";

/** The functions that do jobs. Each has a queue of its own, and only the rights that its jobs need. */
export type WorkerName = "read-redis-cloud" | "read-elasticache" | "housekeeping";

type SyncJob = Extract<Job, { kind: "syncIntegration" }>;
type Source = SyncJob["source"];

/** The worker that reads each source. A new source without a worker does not compile. */
const readers = {
  "redis-cloud": "read-redis-cloud",
  elasticache: "read-elasticache",
} as const satisfies Record<Source, WorkerName>;

/** The worker of every other kind of jobs. A new kind without a worker does not compile. */
const others = {
  finishOrganizationDeletion: "housekeeping",
  finishAcceptance: "housekeeping",
  notifyMembers: "housekeeping",
} as const satisfies Record<Exclude<Job["kind"], "syncIntegration">, WorkerName>;

/** The worker that does a job. */
export const workerOf = (job: Job): WorkerName =>
  job.kind === "syncIntegration" ? readers[job.source] : others[job.kind];

/** The keys of a map whose value is the worker. */
type KeysFor<W, M> = { [K in keyof M]: M[K] extends W ? K : never }[keyof M];

/** The sources that a worker reads. */
export type SourceOf<W extends WorkerName> = KeysFor<W, typeof readers>;

/** The jobs of a worker. */
export type JobOf<W extends WorkerName> =
  | (SourceOf<W> extends never ? never : SyncJob & { source: SourceOf<W> })
  | Extract<Job, { kind: KeysFor<W, typeof others> }>;

export const isJobOf = <W extends WorkerName>(job: Job, worker: W): job is Job & JobOf<W> =>
  workerOf(job) === worker;
