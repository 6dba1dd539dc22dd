import type { IncidentEventKind, Resolution } from "../../contract/incident/words.ts";
import { sha256 } from "../../kit/hash.ts";
import { newId } from "../../kit/ids.ts";
import { minute } from "../../kit/time.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import { affectedBy, type Group, type IncidentRecord, keyOfMember, type Member } from "../rows/record.ts";
import { ruleOf } from "../rules/rules.ts";

/** How long a change waits after the one before, so that a growing incident sends few messages. A higher severity does not wait. */
const changeGap = 15 * minute;
/** How many events a timeline keeps, beside the first. */
const mostEvents = 50;

export interface Changes {
  opened: IncidentRecord[];
  /** Worth a message. */
  changed: IncidentRecord[];
  /** Only to be stored. */
  updated: IncidentRecord[];
  resolved: IncidentRecord[];
}

/**
 * Compares the open incidents with what is the case now. It follows the state and not what has changed, so a pass that
 * was interrupted is completed by the next.
 * @param endings why findings ended that an incident had, by `keyOfMember`
 */
export function compare(
  organization: string,
  open: readonly IncidentRecord[],
  groups: readonly Group[],
  endings: ReadonlyMap<string, Resolution>,
  now: number,
): Changes {
  const changes: Changes = { opened: [], changed: [], updated: [], resolved: [] };
  const current = new Map(groups.map((group) => [group.key, group]));
  const known = new Set(open.map(({ key }) => key));
  for (const incident of open) {
    const group = current.get(incident.key);
    if (!group) changes.resolved.push(resolve(incident, endings, now));
    else follow(changes, incident, group, now);
  }
  for (const group of groups) if (!known.has(group.key)) changes.opened.push(begin(organization, group, now));
  return changes;
}

/** A pass that is repeated gives an incident the same id. Ids sort by the minute of opening. */
function idOf(organization: string, key: string, now: number): string {
  const opened = now - (now % minute);
  return newId("incident", opened, sha256(JSON.stringify([organization, key, opened])));
}

const subjectsIn = (members: readonly Member[]): number => affectedBy(members).length;

function begin(organization: string, group: Group, now: number): IncidentRecord {
  const { severity, step, members, expected } = group;
  return {
    ...group,
    id: idOf(organization, group.key, now),
    openedAt: now,
    sequence: 1,
    notified: { sequence: 0, channels: {} },
    announced: { at: now, severity, step, count: expected },
    peak: subjectsIn(members),
    acknowledged: null,
    silencedUntil: null,
    resolvedAt: null,
    resolution: null,
    events: [event(now, "opened", `${subjectsIn(members)} affected`)],
  };
}

function follow(changes: Changes, before: IncidentRecord, group: Group, now: number): void {
  const { announced } = before;
  const severity = isWorse(before.severity, group.severity) ? before.severity : group.severity;
  const step = Math.max(before.step, group.step);
  const { members, evidence, flapping } = group;
  const since = ruleOf(group.rule).isDated ? group.since : earliest(before.since, group.since);
  const peak = Math.max(before.peak, subjectsIn(members));
  // An account can be known to fail only after its deployments are silent. From then on, that is the incident.
  const rule = ruleOf(group.rule).cause === "source" ? group.rule : before.rule;
  const written = rule === before.rule ? before.written : group.written;
  let next: IncidentRecord = {
    ...before,
    rule,
    written,
    severity,
    step,
    since,
    members,
    evidence,
    flapping,
    peak,
  };
  const flapped = flapping && !before.flapping;
  const events = flapped ? [event(now, "flapping", null)] : [];
  const rose = isWorse(severity, announced.severity) || step > announced.step;
  const grew = 2 * subjectsIn(members) >= 3 * announced.count;
  const isUrgent = isWorse(severity, announced.severity);
  const isNews = flapped || isUrgent || ((rose || grew) && now - announced.at >= changeGap);
  if (isNews) {
    if (grew) events.push(event(now, "joined", `${subjectsIn(members)} affected`));
    if (rose) events.push(event(now, "rose", severity));
    const acknowledged = isUrgent || grew ? null : next.acknowledged;
    next = {
      ...next,
      acknowledged,
      sequence: next.sequence + 1,
      announced: { at: now, severity, step, count: group.expected },
    };
  }
  next = withEvents(next, events);
  if (isNews) changes.changed.push(next);
  else if (!isSame(before, next)) changes.updated.push(next);
}

const earliest = (one = Infinity, other = Infinity) => Math.min(one, other);

function isSame(before: IncidentRecord, next: IncidentRecord): boolean {
  const keys = ["rule", "severity", "step", "since", "flapping"] as const;
  if (keys.some((key) => before[key] !== next[key])) return false;
  if (before.members.length !== next.members.length) return false;
  // A new release may know more of a version. Other evidence changes with every report.
  if (before.cause.kind === "version" && textOf(before) !== textOf(next)) return false;
  const values = new Map(before.members.map((member) => [keyOfMember(member), member.value]));
  // A value changes only with a finding that gets worse or fires again, so this is seldom.
  return next.members.every((member) => values.get(keyOfMember(member)) === member.value);
}

const textOf = ({ evidence }: IncidentRecord) => JSON.stringify(evidence);

function resolve(
  incident: IncidentRecord,
  endings: ReadonlyMap<string, Resolution>,
  now: number,
): IncidentRecord {
  const resolution = resolutionOf(incident.members, endings);
  const resolved = { ...incident, resolvedAt: now, resolution, sequence: incident.sequence + 1 };
  return withEvents(resolved, [event(now, "resolved", resolution)]);
}

/** Deployments that are gone did not recover. One that recovered is enough to say so. */
function resolutionOf(members: readonly Member[], endings: ReadonlyMap<string, Resolution>): Resolution {
  const all = members.map((member) => endings.get(keyOfMember(member)) ?? "recovered");
  return all.includes("recovered") ? "recovered" : (all[0] ?? "recovered");
}

const event = (at: number, kind: IncidentEventKind, text: string | null) => ({ at, kind, text, by: null });

/** The first event stays: it says how it began. */
export function withEvents(incident: IncidentRecord, more: IncidentRecord["events"]): IncidentRecord {
  const [first, ...others] = [...incident.events, ...more];
  return first ? { ...incident, events: [first, ...others.slice(-mostEvents)] } : incident;
}
