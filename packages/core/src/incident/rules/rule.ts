import type { IncidentSeverity, Resolution } from "../../contract/incident/words.ts";
import type { HistoryMetric } from "../../contract/catalogue/figures.ts";
import type { Truth } from "../../contract/filter/value.ts";
import type {
  WatchedAgent,
  WatchedChannel,
  WatchedDeployment,
  WatchedSource,
  WatchedToken,
} from "../judging/watched.ts";
import type { Advice } from "./words.ts";

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
  /** When the condition began, Unix epoch in milliseconds. Undefined: when a pass first saw it. */
  since?: number | undefined;
  /** The id of the database whose figure decided, where the deployment has several. */
  database?: string | undefined;
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

/** When a rule opens an incident and when that is over, for people. Its numbers are those that the rule judges by. */
export interface Condition {
  /** A sentence without full stop. */
  text: string;
  /** The severities that its incidents can have, the most urgent first. */
  severities: readonly IncidentSeverity[];
}

/**
 * Where the cause of a finding is looked for. "own": what it concerns is the cause. "rule": all findings of the rule have
 * one. "licence": the licence of the deployment. "version": the version. The others may find a source, an agent, a channel, a token or a network.
 */
export type CausedBy =
  | "own"
  | "rule"
  | "licence"
  | "silence"
  | "host"
  | "source"
  | "clock"
  | "channel"
  | "token"
  | "version";

/** What the history of a deployment shows of a rule. */
export interface RuleChart {
  /** Null: its status shows it. */
  metric: HistoryMetric | null;
  /** From these values on, an incident has the severity. */
  thresholds: ReadonlyMap<IncidentSeverity, number>;
}

/** Its status shows it. */
export const statusChart: RuleChart = { metric: null, thresholds: new Map() };

/** A rule without its id, which is its place in `rules.ts`. */
export interface Rule<Subject> {
  /** What is wrong with one, after its name. */
  holds: string;
  /** What is wrong with many, when the rule is all that they have in common. */
  many: (count: number) => string;
  /** What the value of a finding is about, where the value does not name it. */
  subject?: string;
  /** When it opens an incident and when that is over, for people. */
  condition: Condition;
  /** Left out where no history shows what the rule judges. */
  chart?: RuleChart;
  advice: Advice;
  /** What helps by the value of a finding, in lower case. Any other value has the advice of the rule. */
  adviceByValue?: ReadonlyMap<string, Advice>;
  /** "own" unless given. */
  cause?: CausedBy;
  /** Whether somebody may say that it is meant to be so. That ends its incidents. */
  isIntendable?: boolean;
  /** Whether its condition has a date, which moves as it gets worse. Other conditions began when they began. */
  isDated?: true;
  /** Left out where the time has a meaning of its own, such as the days until an end. */
  waits?: Waits<Subject>;
  /** Left out for a rule without figures that people would move. */
  tuning?: Tuning<Subject>;
  timing: (subject: Subject) => Timing;
  judge: (subject: Subject, now: number) => Judgement;
}

/** How long the condition of a rule has to hold, where an organization may change that. In milliseconds. */
export interface Waits<Subject> {
  usual: number;
  /** A reading can't be waited for in less time. 0 when left out. */
  least?: (subject: Subject) => number;
}

/** The figures of a rule that an organization may move. */
export interface Tuning<Subject> {
  unit: "percent" | "days";
  /** From these figures on, an incident has the severity. Days are those that are left. */
  thresholds: ReadonlyMap<IncidentSeverity, number>;
  /** The rule with others. */
  with: (thresholds: ReadonlyMap<IncidentSeverity, number>) => Rule<Subject>;
}

/** An agent, beside the release of ours that runs, such as "0.3.0". */
export interface JudgedAgent extends WatchedAgent {
  ours: string;
}

export type DeploymentRule = Rule<WatchedDeployment>;
export type AgentRule = Rule<JudgedAgent>;
export type SourceRule = Rule<WatchedSource>;
export type ChannelRule = Rule<WatchedChannel>;
export type TokenRule = Rule<WatchedToken>;

/** Nothing is wrong. */
export const well: Judgement = { when: false, clear: true, severity: "info", step: 0, value: null };

/** Something is wrong. */
export const failing = (
  severity: IncidentSeverity,
  value: string | null,
  { step = 1, since }: Partial<Pick<Judgement, "step" | "since">> = {},
): Judgement => ({ when: true, clear: false, severity, step, value, since });

/** Nothing can be said now. */
export const unclear: Judgement = { ...well, when: undefined, clear: undefined };
