import { type Callers, nameOf } from "../../caller/names.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Incident, IncidentDetail, IncidentMember } from "../../contract/incident/incident.ts";
import { isBuiltIn, ruleNames } from "../../contract/incident/rules.ts";
import { listedMembers, mostMembers } from "../../contract/incident/words.ts";
import { chartOf } from "./chart.ts";
import { affectedBy, type IncidentRecord, silencedUntilAt, sinceOf } from "./record.ts";
import { ruleOf } from "../rules/rules.ts";
import { adviceOf, titleOf } from "../messages/words.ts";

/** How many members the page of an incident names. */
const namedMembers = 100;

const iso = (time: number) => new Date(time).toISOString();
const isoOrNull = (time: number | null) => (time === null ? null : iso(time));

/** Each subject once, with what its first finding says. */
const subjectsOf = ({ members }: IncidentRecord): IncidentMember[] =>
  affectedBy(members).map(({ id, name, value }) => ({ id, name, value }));

/** What is the same whenever somebody asks. */
export function toIncident(
  record: IncidentRecord,
  organization: OrganizationId,
  callers: Callers,
): Omit<Incident, "silencedUntil"> {
  const { id, rule, severity, cause, openedAt, resolvedAt, resolution, acknowledged } = record;
  const subjects = subjectsOf(record);
  return {
    id,
    organizationId: organization,
    rule,
    ruleName: record.written?.name ?? (isBuiltIn(rule) ? ruleNames[rule] : "A rule that is gone"),
    severity,
    cause,
    title: titleOf(record),
    since: iso(sinceOf(record)),
    openedAt: iso(openedAt),
    state: resolvedAt === null ? "open" : "resolved",
    resolvedAt: isoOrNull(resolvedAt),
    resolution,
    affected: {
      count: resolvedAt === null ? subjects.length : record.peak,
      first: subjects.slice(0, listedMembers),
    },
    acknowledged: acknowledged && {
      by: { id: acknowledged.by, name: nameOf(acknowledged.by, callers, organization) },
      at: iso(acknowledged.at),
      note: acknowledged.note,
    },
    flapping: record.flapping,
    sequence: record.sequence,
  };
}

/** The names of an organization's channels, by id. */
export type ChannelNames = ReadonlyMap<string, string>;

interface Beside {
  callers: Callers;
  channels: ChannelNames;
  /** Unix epoch in milliseconds. */
  now: number;
}

/** As a list shows it: of an open incident, with all that it concerns, what to do, and which channels know it. */
export function toListed(
  record: IncidentRecord,
  organization: OrganizationId,
  { callers, channels, now }: Beside,
): Incident {
  const silencedUntil = isoOrNull(silencedUntilAt(record, now));
  const incident = { ...toIncident(record, organization, callers), silencedUntil };
  if (record.resolvedAt !== null) return incident;
  const others = subjectsOf(record).slice(listedMembers, mostMembers);
  const known = Object.keys(record.notified.channels);
  return {
    ...incident,
    ...(others.length > 0 && { affected: { ...incident.affected, others: others.map(({ id }) => id) } }),
    advice: adviceOf(record),
    notified: known.map((id) => ({ id, name: channels.get(id) ?? null })),
  };
}

export function toDetail(
  record: IncidentRecord,
  organization: OrganizationId,
  callers: Callers,
  now: number,
): Omit<IncidentDetail, "messages"> {
  const { figures, words, since } = record.evidence;
  const members = subjectsOf(record).slice(0, mostMembers);
  const chart = chartOf(record);
  return {
    ...toIncident(record, organization, callers),
    silencedUntil: isoOrNull(silencedUntilAt(record, now)),
    evidence: { figures, words, since: isoOrNull(since) },
    condition: record.written?.condition ?? ruleOf(record.rule).condition.text,
    ...(chart && { chart }),
    advice: adviceOf(record),
    ...(ruleOf(record.rule).isIntendable === true && { intended: record.intended === true }),
    members: members.map(({ id, name }, index) => ({ id, name: index < namedMembers ? name : "" })),
    timeline: record.events.map(({ at, kind, text, by }) => ({
      at: iso(at),
      kind,
      text,
      by: by === null ? null : nameOf(by, callers, organization),
    })),
  };
}

/** Ids of the accounts that incidents name. */
export const accountsIn = (records: readonly IncidentRecord[]): string[] => [
  ...new Set(
    records
      .flatMap(({ acknowledged, events }) => [acknowledged?.by, ...events.map(({ by }) => by)])
      .filter((id) => id != null),
  ),
];
