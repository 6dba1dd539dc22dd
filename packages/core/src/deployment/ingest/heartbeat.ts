import type { Services } from "../../access/context.ts";
import { type DeploymentSource, isRead, sourceTraits } from "../../contract/source/source.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { ConditionFailed } from "../../table/errors.ts";
import type { Key } from "../../table/keys.ts";
import { packCommands } from "../rows/commands.ts";
import { packEntry } from "../rows/figures.ts";
import { fingerprint, type Observation, previousReleaseFingerprint } from "../rows/observation.ts";
import {
  fingerprintOfPage,
  previousReleaseTexts,
  refusedFingerprint,
  sharedFingerprint,
} from "../rows/page-fingerprint.ts";
import {
  entriesOf,
  type Heartbeat,
  heartbeatUpdate,
  heartbeatWithoutRefused,
  keyOfPulse,
  type PulseRow,
  readPulse,
  refusedOf,
} from "../rows/pulse.table.ts";
import type { IngestResult, PageCommit, SourceReport } from "./source-report.ts";
import { sha256 } from "../../kit/hash.ts";
import { hour, minute } from "../../kit/time.ts";

/**
 * A page ends at either limit. So a row has a few KB, and one transaction can change all deployments of a
 * page.
 */
const pageSize = 30;
const pageDatabases = 400;
/**
 * How many pages are written concurrently. More would wait for connections longer than a request may take.
 */
const atOnce = 25;

/** The pages of a report after their heartbeats. */
interface Heartbeats {
  written: IngestResult[];
  /** Pages for which one write was not enough. */
  changed: PageCommit[];
}

/** A changed page without `figuresBefore`, which is known after all pages have been tried. */
type ChangedPage = Omit<PageCommit, "figuresBefore">;

/** Writes the pulse of each page, on the condition that nothing but figures has changed. */
export async function sendHeartbeats(services: Services, report: SourceReport): Promise<Heartbeats> {
  const pages: (IngestResult | ChangedPage)[] = [];
  await inBatches([...paginate(report.observations).entries()], atOnce, async ([number, page]) => {
    pages[number] = await sendHeartbeat(services, report, page, number);
  });
  const changed = pages.filter((page) => "fingerprints" in page);
  const figuresBefore = new Map(changed.flatMap(({ before }) => [...entriesOf(before)]));
  return {
    written: pages.filter((page) => "outcome" in page),
    changed: changed.map((page) => ({ ...page, figuresBefore })),
  };
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

/**
 * One write. If it fails and the page holds refused deployments, a second one. Returns the changed page if
 * both fail.
 */
async function sendHeartbeat(
  services: Services,
  report: SourceReport,
  page: readonly Observation[],
  number: number,
): Promise<IngestResult | ChangedPage> {
  const { observations: _, ...rest } = report;
  const { organization, source, measuredAt, shortestInterval = 0 } = report;
  const key = keyOfPulse(organization, source, number);
  const receivedAt = services.clock.now();
  const fingerprints = page.map(fingerprint);
  const previousRelease = isRewriteDue(key, source.kind, receivedAt)
    ? undefined
    : page.map(previousReleaseFingerprint);
  const next: Heartbeat = {
    measuredAt,
    receivedAt,
    fingerprint: fingerprintOfPage(fingerprints),
    previousRelease: previousRelease && fingerprintOfPage(previousRelease),
    entries: page.map(packEntry),
    agent: number === 0 ? report.agent : undefined,
    commands: isRead(source.kind) ? undefined : packCommands(page),
  };
  let failed = await attempt(services, key, heartbeatUpdate(next, shortestInterval));
  if (!failed) return { outcome: "written", refused: [] };
  const withoutRefused = heartbeatWithoutRefused(next, failed.before, shortestInterval);
  if (withoutRefused) {
    const refused = [...refusedOf(failed.before)].map((id) => ({ id, isNew: false }));
    failed = await attempt(services, key, withoutRefused);
    if (!failed) return { outcome: "written", refused };
  }
  const commit = { ...rest, page, key, next, fingerprints, before: failed.before };
  if (
    !previousRelease ||
    next.previousRelease === undefined ||
    !isOfPreviousRelease(failed.before, next.previousRelease)
  )
    return commit;
  return { ...commit, next: { ...next, fingerprint: next.previousRelease }, fingerprints: previousRelease };
}

/** Undefined when the update succeeded. Otherwise the pulse that it found, if there is one. */
async function attempt(
  services: Services,
  key: Key,
  { change, when }: ReturnType<typeof heartbeatUpdate>,
): Promise<{ before: PulseRow | undefined } | undefined> {
  try {
    await services.table.update(key, change, when);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { before: error.row && readPulse(error.row) };
  }
}

/*
 * A release that adds a field to shapes changes every fingerprint. If each page were rewritten at its first report, all
 * writes of an organization would come within a minute. So a page keeps its former fingerprint until its own minutes of
 * the hour. They follow from its key, so nothing is stored for it.
 */

/** The minutes of a page last two intervals of its source, because one report may come late. */
const intervals = 2;

/** Whether now is in the minutes of the hour at which a pulse is rewritten. */
export function isRewriteDue({ sk }: Pick<Key, "sk">, kind: DeploymentSource, now: number): boolean {
  const start = Math.floor((sha256(sk).readUInt32BE() / 2 ** 32) * hour);
  return (now - start) % hour < intervals * sourceTraits[kind].interval * minute;
}

/**
 * Whether a pulse holds a page in the previous release's version of the fingerprint.
 * @param previous that release's fingerprint of the page as it is reported now
 */
export function isOfPreviousRelease(pulse: PulseRow | undefined, previous: string): boolean {
  if (!pulse) return false;
  const refused = refusedFingerprint(previous, [...refusedOf(pulse)]);
  const shared = sharedFingerprint(previous, [...entriesOf(pulse).keys()]);
  return [previous, refused, shared, ...previousReleaseTexts(previous)].includes(pulse.fingerprint);
}
