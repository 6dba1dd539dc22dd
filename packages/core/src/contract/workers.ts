import type { Job } from "./job.ts";
import { type IntegrationSource, sourceTraits, type Trait } from "./source/source.ts";

/** The functions that do jobs. Each has a queue of its own, and only the rights that its jobs need. */
export type WorkerName =
  | Trait<"reader", IntegrationSource>
  | "housekeeping"
  | "keep-history"
  | "evaluate"
  | "deliver";

type SyncJob = Extract<Job, { kind: "syncIntegration" }>;

/** The worker of every other kind of jobs. A new kind without a worker does not compile. */
const others = {
  finishOrganizationDeletion: "housekeeping",
  finishAcceptance: "housekeeping",
  notifyMembers: "housekeeping",
  census: "keep-history",
  foldDays: "keep-history",
  forgetHistory: "keep-history",
  evaluate: "evaluate",
  deliver: "deliver",
  mailInvitation: "deliver",
  mailSignInLink: "deliver",
  // The only worker that may open what a former release sealed.
  sealAnew: "read-redis-cloud",
} as const satisfies Record<Exclude<Job["kind"], "syncIntegration">, WorkerName>;

/** The worker that does a job. */
export const workerOf = (job: Job): WorkerName =>
  job.kind === "syncIntegration" ? sourceTraits[job.source].reader : others[job.kind];

/** The keys of a map whose value is the worker. */
type KeysFor<W, M> = { [K in keyof M]: M[K] extends W ? K : never }[keyof M];

type Readers = { [Source in IntegrationSource]: Trait<"reader", Source> };

/** The sources that a worker reads. */
export type SourceOf<W extends WorkerName> = KeysFor<W, Readers>;

/** The jobs of a worker. */
export type JobOf<W extends WorkerName> =
  | (SourceOf<W> extends never ? never : SyncJob & { source: SourceOf<W> })
  | Extract<Job, { kind: KeysFor<W, typeof others> }>;

export const isJobOf = <W extends WorkerName>(job: Job, worker: W): job is Job & JobOf<W> =>
  workerOf(job) === worker;
