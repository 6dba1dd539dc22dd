import { minute } from "@shardwatch/core/kit/time";
import { evaluate as judge } from "@shardwatch/core/incident/pass";
import { onlyJobsOf } from "./worker.ts";

/** A pass that comes later is dropped: a newer one is there. */
const tooLate = 2 * minute;

/** Looks at organizations. What fails for one does not keep the others from theirs. */
export const evaluate = onlyJobsOf("evaluate", async (services, { organizationIds, ...due }) => {
  if (services.clock.now() - due.minute > tooLate) return;
  const failures: unknown[] = [];
  for (const organizationId of organizationIds) {
    try {
      await judge(services, organizationId, due);
    } catch (error) {
      services.log.error("pass failed", { error, organizationId });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} of ${organizationIds.length} passes failed`);
});
