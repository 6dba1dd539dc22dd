import type { Services } from "../../access/context.ts";
import { sendHeartbeats } from "./heartbeat.ts";
import { commitPage } from "./page-commit.ts";
import type { IngestResult, SourceReport } from "./source-report.ts";

/**
 * Ingests a source's report of all its deployments. It costs one conditional write per page of thirty, unless
 * more than figures changed. A report that is older than the stored one changes nothing. Neither does the
 * same report again. It leaves out deployments that would exceed the organization's quota, or that the source
 * may not take over.
 */
export async function ingest(services: Services, report: SourceReport): Promise<IngestResult> {
  const observations = report.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  // The time of measurement is at most now. Otherwise reports after the correction of a fast clock would look
  // older.
  const measuredAt = Math.min(report.measuredAt, services.clock.now());
  const { written, changed } = await sendHeartbeats(services, { ...report, measuredAt, observations });
  const results = [...written];
  // One page after the other: transactions of one report may change the same rows, and would conflict.
  for (const page of changed) results.push(await commitPage(services, page));
  const worst = (["too soon", "full", "written"] as const).find((outcome) =>
    results.some((result) => result.outcome === outcome),
  );
  return { outcome: worst ?? "older", refused: results.flatMap(({ refused }) => refused) };
}
