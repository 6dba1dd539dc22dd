import type { House } from "../../access/context.ts";
import { noGrowth, sum } from "../rows/growth.ts";
import { sendHeartbeats } from "./heartbeat.ts";
import { existingAmong, expectedGrowth, withoutGrowth } from "./making-room.ts";
import { commitPage } from "./page-commit.ts";
import { NoRoom, roomFor } from "./room.ts";
import type { IngestResult, PageCommit, SourceReport } from "./source-report.ts";

/**
 * Takes in what a source saw of all its deployments. Costs one conditional write for each page of thirty, unless
 * a shape changed. Something older than what is known changes nothing, and so does the same again. Where agents have no
 * room for more, what was there before is taken in without the rest. What the source may not take over from another is
 * left out.
 */
export async function ingest(house: House, report: SourceReport): Promise<IngestResult> {
  const observations = report.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  // Nothing can have been measured later than now: an agent's fast clock must not outlast its correction.
  return await takeIn(house, {
    ...report,
    measuredAt: Math.min(report.measuredAt, house.clock.now()),
    observations,
  });
}

/** @param existing ids of deployments that are known to be there, and so need no room */
async function takeIn(
  house: House,
  report: SourceReport,
  existing: ReadonlySet<string> = new Set(),
): Promise<IngestResult> {
  const { written: taken, changed: pages } = await sendHeartbeats(house, report);
  const room = roomFor(house, report);
  let growth = noGrowth;
  try {
    await room?.take(expectedGrowth(pages, existing));
    // One after the other: transactions of one report that touch the same rows would only hinder each other.
    for (const page of pages) {
      const committed = await commitPage(house, page);
      taken.push(committed);
      growth = sum(growth, committed.growth);
    }
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    taken.push(await takeRest(house, report, pages, error.lacking, existing));
  } finally {
    await room?.settle(growth);
  }
  const worst = (["too soon", "full", "written"] as const).find((outcome) =>
    taken.some((one) => one.outcome === outcome),
  );
  return { outcome: worst ?? "older", refused: taken.flatMap(({ refused }) => refused) };
}

/** Takes in what there is room for: where there is none for more, what is there stays up to date. */
async function takeRest(
  house: House,
  report: SourceReport,
  pages: readonly PageCommit[],
  lacking: NoRoom["lacking"],
  known: ReadonlySet<string>,
): Promise<IngestResult> {
  const existing = new Set([...known, ...(await existingAmong(house, report, pages))]);
  const observations = withoutGrowth(report, pages, lacking, existing);
  const isLess = observations.length < report.observations.length;
  if (observations.length === 0 || (!isLess && existing.size === known.size))
    return { outcome: "full", refused: [] };
  const taken = await takeIn(house, { ...report, observations }, existing);
  return isLess && taken.outcome !== "too soon" ? { ...taken, outcome: "full" } : taken;
}
