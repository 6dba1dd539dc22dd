import type { IncidentSeverity, Resolution, RuleId } from "../../contract/incident-words.ts";
import type { Truth } from "../../contract/filter/value.ts";
import type { WatchedAgent, WatchedChannel, WatchedDeployment, WatchedSource } from "../watched.ts";

/** What a rule finds about one subject. Undefined: a fact is not known, and nothing may follow from it. */
export interface Judgement {
  /** Whether the condition holds. */
  when: Truth;
  /** Whether it is over. Between the two, a finding stays as it is. */
  clear: Truth;
  severity: IncidentSeverity;
  /** How bad it is within the rule: a finding that reaches a higher one is worth a message. */
  step: number;
  /** The figure that decided, in words. */
  value: string | null;
  /** Why it is over, where it did not recover. */
  ending?: Resolution;
}

export interface Timing {
  /** How long the condition has to hold, in milliseconds. */
  for: number;
  /** How long it has to be over, in milliseconds. */
  keep: number;
  /** After this time the state counts as the usual one, in milliseconds. */
  usualAfter?: number;
}

export interface Rule<Subject> {
  id: RuleId;
  timing: (subject: Subject) => Timing;
  judge: (subject: Subject, now: number) => Judgement;
}

export type DeploymentRule = Rule<WatchedDeployment>;
export type AgentRule = Rule<WatchedAgent>;
export type SourceRule = Rule<WatchedSource>;
export type ChannelRule = Rule<WatchedChannel>;

/** Nothing is wrong. */
export const well: Judgement = { when: false, clear: true, severity: "info", step: 0, value: null };

/** Nothing can be said now. */
export const unclear: Judgement = { ...well, when: undefined, clear: undefined };
