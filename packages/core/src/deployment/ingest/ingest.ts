import type { House } from "../../access/context.ts";
import { digest } from "../../kit/hash.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { ConditionFailed } from "../../table/errors.ts";
import type { Key } from "../../table/keys.ts";
import { packEntry } from "../rows/figures.ts";
import { noGrowth, sum } from "../rows/growth.ts";
import { existingAmong, expectedGrowth, withoutGrowth } from "./making-room.ts";
import { fingerprint, type Observation } from "../rows/observation.ts";
import { type SourceReport, type PageCommit, shortestGap, type IngestResult } from "./source-report.ts";
import {
  type Beat,
  beat,
  beatWithoutRefused,
  keyOfPulse,
  type PulseRow,
  readPulse,
  refusedOf,
} from "../rows/pulse.table.ts";
import { commitPage } from "./page-commit.ts";
import { NoRoom, roomFor } from "./room.ts";

/** A page ends at either: it keeps a row to a few KB, and a change of all of them within one transaction. */
const pageSize = 30;
const pageDatabases = 400;
/** Of ten thousand deployments the pages would wait longer for a connection than a request may take. */
const atOnce = 25;

/**
 * Takes in what a source saw of all its deployments. Costs one conditional write for each page of thirty, unless
 * a shape changed. Something older than what is known changes nothing, and so does the same again. Where agents have no
 * room for more, what was there before is taken in without the rest. What the source may not take over from another is
 * left out.
 */
export async function ingest(house: House, report: SourceReport): Promise<IngestResult> {
  const observations = report.observations.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  // Nothing can have been measured later than now: an agent's fast clock must not outlast its correction.
  return await takeIn(house, { ...report, measuredAt: Math.min(report.measuredAt, house.clock.now()), observations });
}

/** @param existing ids of deployments that are known to be there, and so need no room */
async function takeIn(
  house: House,
  report: SourceReport,
  existing: ReadonlySet<string> = new Set(),
): Promise<IngestResult> {
  const beaten: (IngestResult | PageCommit)[] = [];
  await inBatches([...paginate(report.observations).entries()], atOnce, async ([number, page]) => {
    beaten[number] = await beatPage(house, report, page, number);
  });
  const pages = beaten.filter((page) => "before" in page);
  const taken: IngestResult[] = beaten.filter((page) => "outcome" in page);
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

function paginate(observations: readonly Observation[]): Observation[][] {
  const pages: Observation[][] = [];
  let databases = 0;
  for (const observation of observations) {
    databases += observation.databases?.length ?? 0;
    const page = pages.at(-1);
    if (page && page.length < pageSize && databases <= pageDatabases) page.push(observation);
    else {
      pages.push([observation]);
      databases = observation.databases?.length ?? 0;
    }
  }
  return pages;
}

/** The one write of a page, a second one where some of it is refused; what is left to decide when neither went through. */
async function beatPage(
  house: House,
  report: SourceReport,
  page: readonly Observation[],
  number: number,
): Promise<IngestResult | PageCommit> {
  const { observations: _, ...rest } = report;
  const { organization, source, measuredAt } = report;
  const fingerprints = page.map(fingerprint);
  const next: Beat = {
    at: measuredAt,
    rx: house.clock.now(),
    shapes: digest(fingerprints.join()).slice(0, 16),
    entries: page.map(packEntry),
    agent: number === 0 ? report.agent : undefined,
  };
  const key = keyOfPulse(organization, source, number);
  let failed = await attempt(house, key, beat(next, shortestGap));
  if (!failed) return { outcome: "written", refused: [] };
  const withoutRefused = beatWithoutRefused(next, failed.before, shortestGap);
  if (withoutRefused) {
    const refused = [...refusedOf(failed.before)].map((id) => ({ id, isNew: false }));
    failed = await attempt(house, key, withoutRefused);
    if (!failed) return { outcome: "written", refused };
  }
  return { ...rest, page, key, next, fingerprints, before: failed.before };
}

/** Undefined when the update went through, or the pulse as it was found, if there is one. */
async function attempt(
  house: House,
  key: Key,
  { change, when }: ReturnType<typeof beat>,
): Promise<{ before: PulseRow | undefined } | undefined> {
  try {
    await house.table.update(key, change, when);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { before: error.row && readPulse(error.row) };
  }
}
