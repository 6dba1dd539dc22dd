import type { Job } from "@shardwatch/core/contract/job";

function tenantOf(job: Job): string {
  if ("organizationIds" in job) return job.organizationIds.join(" ");
  if ("organizationId" in job) return job.organizationId;
  return "accountId" in job ? job.accountId : job.emailHash;
}

/**
 * The first job of every tenant, then the second of every tenant, and so on. A tenant with many or long jobs
 * does not delay the others.
 */
export function roundRobin(jobs: readonly Job[]): Job[] {
  const ofTenants = [...Map.groupBy(jobs, tenantOf).values()];
  const rounds = Math.max(0, ...ofTenants.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    ofTenants.flatMap((own) => own.slice(round, round + 1)),
  ).flat();
}
