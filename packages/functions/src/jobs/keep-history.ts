import { takeCensus } from "@shardwatch/core/census/census";
import { onlyJobsOf } from "./worker.ts";

/** Turns what was reported into the past that people look at. It needs nothing but the table. */
export const keepHistory = onlyJobsOf("keep-history", async (services, due) => {
  switch (due.kind) {
    case "census":
      return await takeCensus(services, due.organizationId);
  }
});
