import type { OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import type { StatusWords } from "../deployment/read/whereabouts.ts";
import { sha256 } from "../kit/hash.ts";
import { minute } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { withEvents } from "./judging/compare.ts";
import { decide, type Findings } from "./judging/decide.ts";
import { saidBySource } from "./judging/evidence.ts";
import type { Watched } from "./judging/watched.ts";
import { isPending, type OpenChannel, plan } from "./messages/plan.ts";
import { titleOf } from "./messages/words.ts";
import { acknowledgedBy } from "./rows/acknowledged.ts";
import { putEnded } from "./rows/incident.table.ts";
import type { Acknowledgement, IncidentRecord } from "./rows/record.ts";
import { bookOf } from "./rules/book.ts";
import { ruleOf } from "./rules/rules.ts";

/** No organization has changed them. */
const builtIn = bookOf([]);

/** A pass of the past, with what it saw. */
export interface PastPass {
  /** The minute of the pass, Unix epoch in milliseconds. */
  now: number;
  watched: Watched;
  /** What the sources said of deployments that were not well, by id. */
  words?: ReadonlyMap<string, StatusWords>;
}

/** Of an organization, what its past incidents depend on beside what was watched. */
export interface PastOrganization {
  organization: OrganizationId;
  /** Where its messages go. */
  channels: readonly OpenChannel[];
  /** Who looked after an incident that has just opened, and when. */
  acknowledgementOf: (opened: IncidentRecord) => Acknowledgement | undefined;
}

/**
 * The incidents that opened and ended in these passes, as they would have been stored. Nothing is read or written, and
 * nothing is sent. It is for demo data. Minutes in which nothing changes may be left out.
 */
export function pastIncidents(
  { organization, channels, acknowledgementOf }: PastOrganization,
  passes: Iterable<PastPass>,
): IncidentRecord[] {
  const ended: IncidentRecord[] = [];
  const coming = new Map<string, Acknowledgement>();
  let [findings, open]: [Findings, IncidentRecord[]] = [new Map(), []];
  const acknowledged = (record: IncidentRecord, now: number): IncidentRecord => {
    const acknowledgement = coming.get(record.id);
    if (!acknowledgement || acknowledgement.at > now) return record;
    coming.delete(record.id);
    const { record: next, event } = acknowledgedBy(record, acknowledgement);
    return withEvents(next, [event]);
  };
  for (const { now, watched, words } of passes) {
    const before = { findings, open: open.map((record) => acknowledged(record, now)), silences: [] };
    const moment = { now, previous: now - minute, since: 0, heardSince: 0, watchedSince: 0 };
    const { findings: next, changes } = decide(organization, before, builtIn, watched, moment);
    const opened = changes.opened.map((record) => withWords(record, words));
    for (const record of opened) {
      const acknowledgement = acknowledgementOf(record);
      if (acknowledgement) coming.set(record.id, acknowledgement);
    }
    const over = new Set(changes.resolved.map(({ id }) => id));
    const newer = new Map([...changes.changed, ...changes.updated].map((record) => [record.id, record]));
    const lasting = before.open.filter(({ id }) => !over.has(id)).map((one) => newer.get(one.id) ?? one);
    const withNotified = notifier(channels, [...opened, ...lasting, ...changes.resolved], now);
    ended.push(...changes.resolved.map(withNotified));
    findings = next;
    open = [...opened, ...lasting].map(withNotified);
  }
  return ended;
}

/** Adds to an incident what the channels know of it after a pass. */
function notifier(channels: readonly OpenChannel[], all: readonly IncidentRecord[], now: number) {
  const pending = all.filter((record) => isPending(record, now, builtIn.routingOf));
  const { notified } = plan(pending, channels, {}, { now, summarizes: false, routingOf: builtIn.routingOf });
  return (record: IncidentRecord): IncidentRecord => ({
    ...record,
    notified: notified.get(record.id) ?? record.notified,
  });
}

function withWords(record: IncidentRecord, words: PastPass["words"]): IncidentRecord {
  const said = words?.get(record.members[0]?.id ?? "");
  return said && ruleOf(record.rule).cause === "host" ? saidBySource(record, said) : record;
}

/** The writes of an incident that is over, with what the audit has of it. Writing it again changes nothing. */
export function writesOfIncident(organization: OrganizationId, record: IncidentRecord): Write[] {
  const { id, acknowledged, events } = record;
  const row = putEnded(organization, record, events.length);
  if (!acknowledged) return [row];
  const cause = {
    clock: { now: () => acknowledged.at },
    random: { bytes: (count: number) => sha256(id).subarray(0, count) },
    actor: { kind: "member", accountId: acknowledged.by },
  } as const;
  const change = { action: "incident.acknowledged", id, name: titleOf(record) } as const;
  return [row, auditRow(cause, organization, change)];
}
