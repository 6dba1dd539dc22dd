import type { Services } from "../access/context.ts";
import type { Job } from "../contract/job.ts";
import { digest } from "../kit/hash.ts";
import { second } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { jobLeaseKey, extendJob, returnJob, takeJob } from "./schedule.table.ts";

/** After the death of a process, its jobs wait this long. */
const leaseTime = 90 * second;
const extendEvery = 30 * second;

/** These have a lease of their own, or one that their turn of the schedule gives them. */
const leasedElsewhere: readonly Job["kind"][] = ["syncIntegration", "deliver", "evaluate"];

/**
 * Does a job while no other process does it. A job that another process has or has done since is left out.
 * @param queuedAt when it was queued, Unix epoch in milliseconds
 * @param perform returns whether it is done
 * @returns whether nothing is left to do for this process
 */
export async function withJobLease(
  services: Pick<Services, "table" | "clock" | "random" | "log">,
  job: Job,
  queuedAt: number,
  perform: () => Promise<boolean>,
): Promise<boolean> {
  if (leasedElsewhere.includes(job.kind)) return await perform();
  const { table, clock, random, log } = services;
  const key = jobLeaseKey(digest(JSON.stringify(job)));
  const token = Buffer.from(random.bytes(12)).toString("base64url");
  const begunAt = clock.now();
  const attempt = async ({ change, when }: ReturnType<typeof takeJob>) =>
    await tryWrite(table.update(key, change, when));
  if (!(await attempt(takeJob(token, begunAt + leaseTime, begunAt, queuedAt)))) return true;
  // Every job is safe to repeat, so one whose lease could not be extended goes on.
  const extend = () =>
    attempt(extendJob(token, clock.now() + leaseTime)).catch((error: unknown) =>
      log.warn("the lease of a job could not be extended", { kind: job.kind, error }),
    );
  const timer = setInterval(() => void extend(), extendEvery).unref();
  let isDone = false;
  try {
    isDone = await perform();
    return isDone;
  } finally {
    clearInterval(timer);
    // It ends by itself, too.
    await attempt(returnJob(token, isDone ? begunAt : undefined)).catch((error: unknown) =>
      log.warn("the lease of a job could not be returned", { kind: job.kind, error }),
    );
  }
}
