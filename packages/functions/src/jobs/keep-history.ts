import { takeCensus } from "@shardwatch/core/census/census";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { forgetHistory } from "@shardwatch/core/history/fold/forget";
import { onlyJobsOf } from "./worker.ts";

/** Turns what was reported into the past that people look at. It needs nothing but the table. */
export const keepHistory = onlyJobsOf("keep-history", async (services, due) => {
  switch (due.kind) {
    case "census":
      return await takeCensus(services, due.organizationId);
    case "foldDays":
      return await foldDays(services, due.organizationId);
    case "forgetHistory":
      return await forgetHistory(services, due.organizationId);
  }
});
