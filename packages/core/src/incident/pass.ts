import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { find, requireActive } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { announce, type Announced, withNotified } from "./messages/announce.ts";
import type { Changes } from "./judging/compare.ts";
import { decide, toleratedGap } from "./judging/decide.ts";
import { alertsOf } from "./rows/incident.keys.ts";
import {
  type Clock,
  putChanged,
  putFindings,
  putOpened,
  putPast,
  putResolved,
  raiseClock,
  readAlerts,
  type StoredAlerts,
} from "./rows/incident.table.ts";
import { withEvidence } from "./judging/evidence.ts";
import { readWatched } from "./read-watched.ts";
import type { IncidentRecord } from "./rows/record.ts";
import { routingBy } from "./routes/choose.ts";
import { bookOf } from "./rules/book.ts";

/** When a pass was due. Unix epochs in milliseconds. */
export interface Due {
  /** The minute of the pass. */
  minute: number;
  /** The minute before in which passes were due. */
  previous: number;
  /** Since when passes were due in every minute. */
  since: number;
  /** Since when reports are accepted, without an outage of ours. Left out for no outage. */
  heardSince?: number | undefined;
}

/**
 * Looks at an organization: what is wrong, what is new about it and what is over. Writes only what has changed. Safe to
 * repeat, and two that run at a time write once.
 */
export async function evaluate(services: Services, organizationId: string, due: Due): Promise<void> {
  const organization = organizationOfJob(organizationId);
  // The first reads may be a second old. A write that follows from old rows fails, and the next ones are not.
  let eventually = true;
  await retryOnConflict(async () => {
    const isOld = eventually;
    eventually = false;
    try {
      await pass(services, organization, due, isOld);
    } catch (error) {
      // An organization that is being deleted has no incidents any more.
      if (!(error instanceof ConditionFailed) || (await find(services, organization))) throw error;
    }
  });
}

async function pass(
  services: Services,
  organization: OrganizationId,
  due: Due,
  eventually: boolean,
): Promise<void> {
  const reading = services.table.queryAll(alertsOf(organization), { eventually }).then(readAlerts);
  const isFirst = due.minute - due.previous > toleratedGap || due.minute === due.since;
  const watched = await readWatched(services, organization, reading, due.minute, isFirst);
  const alerts = await reading;
  const { clock } = alerts;
  // An organization is watched from its first source on.
  if (!clock && watched.deployments.length === 0) return;
  const watchedSince = clock?.since ?? due.minute;
  const open = alerts.open.map(({ record }) => record);
  const moment = { ...due, heardSince: due.heardSince ?? 0, now: due.minute, watchedSince };
  const book = bookOf(alerts.rules);
  const { findings, judgedBy, changes } = decide(organization, { ...alerts, open }, book, watched, moment);
  changes.opened = await withEvidence(services, organization, changes.opened);
  const routing = routingBy(alerts.routes, watched.deployments);
  const announced = await announce(
    services,
    organization,
    { open, changes, clock, routing, ...book },
    moment,
  );
  const writes = [
    ...writesOf(organization, withNotified(open, changes, announced.notified), alerts, announced),
    ...putFindings(organization, alerts, { findings, judgedBy }).map((one) => [one]),
  ];
  const tempo = watched.agents.length > 0 ? "minute" : "tick";
  const arePendingEndsTheSame = String(clock?.pendingEnds) === String(announced.clock.pendingEnds);
  if (writes.length === 0 && clock?.tempo === tempo && arePendingEndsTheSame) return;
  await write(services, organization, clock, { since: watchedSince, tempo, ...announced.clock }, writes);
  await sendJobs(services, organization, announced);
}

/** What belongs together stays in one transaction. */
function writesOf(
  organization: OrganizationId,
  changes: Changes,
  { open }: StoredAlerts,
  { messages, summaries, past, notified }: Announced,
): Write[][] {
  const revisions = new Map(open.map(({ record, revision }) => [record.id, revision]));
  const revisionOf = ({ id }: IncidentRecord) => revisions.get(id) ?? 0;
  const group = ({ id }: IncidentRecord, ...rows: Write[]) => [...rows, ...(messages.get(id) ?? [])];
  return [
    ...(summaries.length > 0 ? [[...summaries]] : []),
    ...past.map(({ record, revision }) =>
      group(
        record,
        putPast(organization, { ...record, notified: notified.get(record.id) ?? record.notified }, revision),
      ),
    ),
    ...changes.opened.map((record) => group(record, putOpened(organization, record))),
    ...[...changes.changed, ...changes.updated].map((record) =>
      group(record, putChanged(organization, record, revisionOf(record))),
    ),
    ...changes.resolved.map((record) =>
      group(record, ...putResolved(organization, record, revisionOf(record))),
    ),
  ];
}

/** The index has what the queue does not get, so a failure is only logged. */
async function sendJobs(
  services: Services,
  organizationId: OrganizationId,
  { jobs }: Announced,
): Promise<void> {
  if (jobs.length === 0) return;
  try {
    await services.queue.send(jobs);
  } catch (error) {
    services.log.warn("messages are left to the schedule", { organizationId, error });
  }
}

/** A transaction takes a hundred writes. The clock and the organization are two of them. */
const mostWrites = 90;

/**
 * Writes in as many transactions as it needs. The findings come last: a pass that dies in between is completed by the
 * next, which finds the incidents open.
 */
async function write(
  services: Services,
  organization: OrganizationId,
  before: Clock | undefined,
  next: Omit<Clock, "revision">,
  writes: readonly Write[][],
): Promise<void> {
  let clock = before;
  for (const part of parts(writes)) {
    await services.table.transact([
      raiseClock(organization, clock, next),
      requireActive(organization),
      ...part,
    ]);
    clock = { ...next, revision: (clock?.revision ?? 0) + 1 };
  }
}

function parts(writes: readonly Write[][]): Write[][] {
  const all: Write[][] = [[]];
  for (const whole of writes) {
    const last = all.at(-1) ?? [];
    if (last.length + whole.length > mostWrites) all.push([...whole]);
    else last.push(...whole);
  }
  return all;
}
