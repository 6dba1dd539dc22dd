/* The words of incidents. Rows, files and addresses hold them, so they do not change. No schema is in this file. */

/** How urgent an incident is, the most urgent first. */
export const incidentSeverities = ["critical", "warning", "info"] as const;
export type IncidentSeverity = (typeof incidentSeverities)[number];

/** What an incident is about. One cause has one incident, however many deployments it concerns. */
export const causeKinds = [
  "source",
  "key",
  "network",
  "dropped",
  "agent",
  "host",
  "licence",
  "deployment",
  "channel",
  "token",
  "rule",
  "version",
] as const;
export type CauseKind = (typeof causeKinds)[number];

export const incidentStates = ["open", "resolved"] as const;

/**
 * Why an incident is over. "recovered": what was wrong is well again. "deleted" and "moved": what it concerned is gone.
 * "usual": it turned out to be the usual state. "intended": somebody said that it is meant to be so.
 * "patched": somebody said that their distribution patched it. "changed": its rule was changed or deleted.
 */
export const resolutions = [
  "recovered",
  "deleted",
  "moved",
  "usual",
  "intended",
  "patched",
  "changed",
] as const;
export type Resolution = (typeof resolutions)[number];

/** What the timeline of an incident records. */
export const incidentEventKinds = [
  "opened",
  "joined",
  "rose",
  "flapping",
  "acknowledged",
  "unacknowledged",
  "intended",
  "patched",
  "unpatched",
  "silenced",
  "unsilenced",
  "resolved",
] as const;
export type IncidentEventKind = (typeof incidentEventKinds)[number];

/** How many of its deployments an incident names in a list, and on its page. */
export const listedMembers = 20;
/** How many findings a rule keeps, so that a row holds them. So many may be more. */
export const mostMembers = 5_000;
