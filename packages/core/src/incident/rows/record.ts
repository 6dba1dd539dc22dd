import type {
  CauseKind,
  IncidentEventKind,
  IncidentSeverity,
  Resolution,
} from "../../contract/incident/words.ts";
import type { AnyRuleId } from "../../contract/incident/rules.ts";
import { idPrefixes } from "../../kit/ids.ts";

/* An incident as it is stored. Times are Unix epochs in milliseconds. */

/** A finding of an incident. One deployment may have several. */
export interface Member {
  rule: AnyRuleId;
  /** Of the deployment, the integration, the agent or the key. */
  id: string;
  name: string;
  value: string | null;
  /** The id of the database that the value is of, where the deployment has several. Rows of 0.4.0 lack it. */
  database?: string | undefined;
}

/** Whether a member is a deployment, and no account, agent, key, channel or token. */
export const isDeployment = ({ id }: Pick<Member, "id">): boolean =>
  id.startsWith(`${idPrefixes.deployment}_`);

/**
 * What members are about, each once: deployments where there are any, because an account or an agent that can't be read
 * is their cause. One may have several findings.
 */
export function affectedBy(members: readonly Member[]): Member[] {
  const subjects = new Map<string, Member>();
  for (const member of members) if (!subjects.has(member.id)) subjects.set(member.id, member);
  const all = [...subjects.values()];
  const deployments = all.filter(isDeployment);
  return deployments.length > 0 ? deployments : all;
}

/** Names a finding among all of an organization. */
export const keyOfMember = ({ rule, id }: Pick<Member, "rule" | "id">): string => `${rule} ${id}`;

/** Since when what an incident is about lasts. Former releases stored only when it was opened. */
export const sinceOf = ({ since, openedAt }: Pick<IncidentRecord, "since" | "openedAt">): number =>
  since ?? openedAt;

export interface Evidence {
  figures: { label: string; value: string }[];
  /** What the source itself says. */
  words: string | null;
  since: number | null;
}

/** What one incident is about. */
export interface Cause {
  kind: CauseKind;
  id: string | null;
  name: string;
}

/** A rule as an organization wrote or changed it. An incident keeps the one by which it opened. */
export interface WrittenRule {
  name: string;
  /** When it opens an incident and when that is over, in words. */
  condition: string;
  /** What people wrote to do about it. */
  advice?: string | undefined;
  revision: number;
}

/** Findings with one cause. */
export interface Group {
  /** Names the cause, and the rule where one cause can have several incidents. */
  key: string;
  rule: AnyRuleId;
  /** Absent for a built-in rule that nobody changed. */
  written?: WrittenRule | undefined;
  cause: Cause;
  severity: IncidentSeverity;
  step: number;
  /** When the first of its conditions began. */
  since: number;
  members: readonly Member[];
  evidence: Evidence;
  /** How many subjects it can have when all that the cause concerns has joined. */
  expected: number;
  flapping: boolean;
}

export interface IncidentEvent {
  at: number;
  kind: IncidentEventKind;
  text: string | null;
  /** The account of a person; null for Shardwatch. */
  by: string | null;
}

export interface Acknowledgement {
  by: string;
  at: number;
  note: string | null;
}

/** What was said about an incident. */
export interface Notified {
  /** The sequence up to which every channel has what it wants; 0 before the first. */
  sequence: number;
  /** The last sequence that each channel has a message of, by the channel's id. */
  channels: Readonly<Record<string, number>>;
  /** Channels that change messages in place and have none of the incident, because a summary took its place. */
  summarized?: readonly string[];
}

export interface IncidentRecord extends Omit<Group, "since"> {
  id: string;
  openedAt: number;
  /** Absent in rows of former releases. */
  since?: number;
  /** Counts what is worth a message, from 1: changes, an acknowledgement that was announced, and the end. */
  sequence: number;
  notified: Notified;
  /** How it was at the last of these changes. `count` is what was expected then. */
  announced: { at: number; severity: IncidentSeverity; step: number; count: number };
  /** The most members that it had at a time. */
  peak: number;
  acknowledged: Acknowledgement | null;
  /** Present once somebody has said that it is meant to be so. The next pass ends it. */
  intended?: true;
  silencedUntil: number | null;
  resolvedAt: number | null;
  resolution: Resolution | null;
  /** The oldest first. */
  events: readonly IncidentEvent[];
}

/**
 * Until when messages about an incident are held back, in Unix epoch milliseconds. Null: they are not, or not any more.
 * The pass that clears the row comes up to five minutes after that time.
 */
export const silencedUntilAt = ({ silencedUntil }: IncidentRecord, now: number): number | null =>
  silencedUntil !== null && silencedUntil > now ? silencedUntil : null;
