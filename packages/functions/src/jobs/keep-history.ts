import type { Services } from "@shardwatch/core/access/context";
import { takeCensus } from "@shardwatch/core/census/census";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { forgetHistory } from "@shardwatch/core/history/fold/forget";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import { dueSeals } from "@shardwatch/core/seals";
import { onlyJobsOf } from "./worker.ts";

/**
 * Turns what was reported into the past that charts show. It needs nothing but the table, and the queue of the worker
 * that seals anew what the census comes across.
 */
export const keepHistory = onlyJobsOf("keep-history", async (services, due) => {
  switch (due.kind) {
    case "census":
      await takeCensus(services, due.organizationId);
      return await queueSeals(services, due.organizationId);
    case "foldDays":
      return await foldDays(services, due.organizationId, { follow: foldOutlook });
    case "forgetHistory":
      return await forgetHistory(services, due.organizationId);
  }
});

/** Every hour until nothing is left. A job that was lost comes again. */
async function queueSeals(services: Services, organizationId: string): Promise<void> {
  const jobs = await dueSeals(services, organizationId);
  if (jobs.length > 0) await services.queue.send(jobs);
}
