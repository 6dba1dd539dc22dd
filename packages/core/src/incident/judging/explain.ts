import { isWorse, rankOf } from "../../contract/incident/severity-order.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { isOwnRule, type RuleId } from "../../contract/incident/rules.ts";
import {
  causeOfHost,
  causeOfSilence,
  channelCause,
  tokenCause,
  clockCause,
  expectedOf,
  type Explanation,
  sourceCause,
  type Surroundings,
  surroundingsOf,
} from "./causes.ts";
import {
  affectedBy,
  type Cause,
  type Group,
  type IncidentRecord,
  keyOfMember,
  type Member,
  sinceOf,
  type WrittenRule,
} from "../rows/record.ts";
import { versionCause } from "./version-cause.ts";
import { ruleOf } from "../rules/rules.ts";
import { notKnown } from "../rules/any-own-rule.ts";
import type { CausedBy } from "../rules/rule.ts";
import type { Watched, WatchedDeployment } from "./watched.ts";

/** A finding for which an incident is open. */
export interface OpenFinding extends Member {
  severity: IncidentSeverity;
  step: number;
  /** When its condition began, Unix epoch in milliseconds. */
  since: number;
  flapping: boolean;
  /** Where its cause is looked for, and how its rule was written: those of the rule unless an organization wrote it. */
  cause?: CausedBy | undefined;
  written?: WrittenRule | undefined;
}

/** A pass that would open more incidents of one rule opens one for all of them. Versions are few, and each has its own. */
const mostOfOneRule = 10;
/** What would be the next open incident of one rule joins one for all that follow. Every pass reads all of them. */
const mostOpenOfOneRule = 200;
/** The same of a rule that an organization wrote: it can have fifty of them. */
const mostOpenOfOwnRule = 20;

/** The rule of an account that is silent and can't be read. */
const failingSource: RuleId = "source-failing";

type Explained = Explanation & { finding: OpenFinding };

/**
 * Groups findings by what caused them. A finding of an open incident stays with it. A network comes back agent by agent,
 * and must not begin new incidents while it does.
 */
export function explain(
  findings: readonly OpenFinding[],
  watched: Watched,
  open: readonly IncidentRecord[],
  now: number,
): Group[] {
  const current = new Map(
    open.flatMap((incident) => incident.members.map((member) => [keyOfMember(member), incident])),
  );
  const around = surroundingsOf(watched, now);
  const deployments = new Map(watched.deployments.map((deployment) => [deployment.id, deployment]));
  const explained = findings.map((finding): Explained => {
    const incident = current.get(keyOfMember(finding));
    const explanation = causeOf(finding, deployments.get(finding.id), around);
    if (!incident || isOfVersion(incident, explanation))
      return { ...explanation, finding: { ...finding, value: explanation.value ?? finding.value } };
    const { key, cause } = incident;
    const evidence =
      explanation.key === key && isSingle(cause) ? newest(incident, explanation) : incident.evidence;
    return { key, cause, evidence, finding, ...(explanation.severity && { severity: explanation.severity }) };
  });
  const groups = Map.groupBy(merged(explained, open), ({ key }) => key);
  return [...groups.values()].map((all) => toGroup(all, around));
}

/** A server that was upgraded leaves the incident of its former version. */
const isOfVersion = (incident: IncidentRecord, explanation: Explanation) =>
  incident.cause.kind === "version" && explanation.cause.kind === "version";

/** Whether the figures of a cause are those of one deployment. */
const isSingle = ({ kind }: Cause) => kind === "deployment" || kind === "licence";

/** The figures of now, with the words of the source, which were read once. */
const newest = ({ evidence }: IncidentRecord, explanation: Explanation) => ({
  ...evidence,
  figures: explanation.evidence.figures,
});

/** Undefined: what it concerns is the cause. */
type FindCause = (
  finding: OpenFinding,
  deployment: WatchedDeployment | undefined,
  around: Surroundings,
) => Explanation | undefined;

const findCause: Readonly<Record<CausedBy, FindCause>> = {
  own: () => undefined,
  licence: (finding) => causeOfItself(finding, "licence"),
  rule: (finding, deployment) =>
    causeOfRule(finding, finding.value === notKnown ? deployment?.via : undefined),
  silence: (_, deployment, around) => deployment && causeOfSilence(deployment, around),
  host: (_, deployment, around) => deployment && causeOfHost(deployment, around),
  source: ({ id, name }, _, { sources }) =>
    sourceCause(id, sources?.get(id) ?? { name, lastDataAt: undefined }),
  clock: ({ id }, _, { agents }) => {
    const agent = agents.get(id);
    return agent && clockCause(agent);
  },
  version: (_, deployment) => deployment && versionCause(deployment),
  channel: ({ id }, _, { channels }) => {
    const channel = channels.get(id);
    return channel && channelCause(channel);
  },
  token: tokenCause,
};

function causeOf(
  finding: OpenFinding,
  deployment: WatchedDeployment | undefined,
  around: Surroundings,
): Explanation {
  // Nothing is known of many deployments at a time, so a source has one incident.
  const cause = finding.value === notKnown ? "rule" : (finding.cause ?? ruleOf(finding.rule).cause);
  const find = findCause[cause ?? "own"];
  return find(finding, deployment, around) ?? causeOfItself(finding, "deployment");
}

/** The deployment itself is the cause. Each of its rules has an incident of its own: each needs another remedy. */
function causeOfItself({ rule, id, name, value }: OpenFinding, kind: "deployment" | "licence"): Explanation {
  const figures = value === null ? [] : [{ label: "Observed", value }];
  return {
    key: `${kind}:${id} ${rule}`,
    cause: { kind, id, name },
    evidence: { figures, words: null, since: null },
  };
}

/** @param source what reports the deployments, where it is the reason */
const causeOfRule = ({ rule, written }: OpenFinding, source?: string): Explanation => ({
  key: source === undefined ? `rule:${rule}` : `rule:${rule} ${source}`,
  cause: { kind: "rule", id: null, name: written?.name ?? rule },
  evidence: { figures: [], words: null, since: null },
});

/** Joins causes that would begin too many incidents of one rule, or that find such an incident open. */
function merged(explained: readonly Explained[], open: readonly IncidentRecord[]): Explained[] {
  const opened = new Set(open.map(({ key }) => key));
  const ofRule = Map.groupBy(open.filter(isOfDeployments), ({ rule }) => rule);
  const begins = (one: Explained) => !opened.has(one.key) && isOfDeployments(one);
  const byRule = Map.groupBy(explained.filter(begins), ({ finding }) => finding.rule);
  const tooMany = new Set(
    [...byRule].flatMap(([rule, all]) => {
      const causes = new Set(all.map(({ key }) => key)).size;
      const before = ofRule.get(rule)?.length ?? 0;
      const most = ruleOf(rule).cause === "version" ? mostOpenOfOneRule : mostOfOneRule;
      const mostOpen = isOwnRule(rule) ? mostOpenOfOwnRule : mostOpenOfOneRule;
      const isFull = causes > most || before + causes > mostOpen;
      return isFull || opened.has(`rule:${rule}`) ? [rule] : [];
    }),
  );
  return explained.map((one) => {
    const { rule } = one.finding;
    return begins(one) && tooMany.has(rule) ? { ...one, ...causeOfRule(one.finding) } : one;
  });
}

/** A cause of many deployments keeps its own incident. */
const isOfDeployments = ({ cause }: Pick<Explanation, "cause">) =>
  !["source", "key", "network"].includes(cause.kind);

const byUrgency = ({ finding: one }: Explained, { finding: other }: Explained) =>
  rankOf(one.severity) - rankOf(other.severity) || other.step - one.step;
const worse = (one: IncidentSeverity, other: IncidentSeverity) => (isWorse(other, one) ? other : one);

/** The most urgent incidents first, and of those the oldest. */
export const byUrgencyAndAge = (one: IncidentRecord, other: IncidentRecord): number =>
  rankOf(one.severity) - rankOf(other.severity) || sinceOf(one) - sinceOf(other);

/** Whether it is known that an account can't be read: its deployments are silent before its own rule fires. */
function fails({ kind, id }: Cause, { sources }: Surroundings): boolean {
  const source = kind === "source" && id !== null ? sources?.get(id) : undefined;
  return source !== undefined && source.status !== "ok" && source.status !== "pending";
}

function toGroup(all: Explained[], around: Surroundings): Group {
  const [{ key, cause, evidence, finding: first }] = all as [Explained, ...Explained[]];
  // Lists and messages name only the first.
  const members = all.toSorted(byUrgency).map(({ finding: { rule, id, name, value, database } }): Member => ({
    rule,
    id,
    name,
    value,
    ...(database !== undefined && { database }),
  }));
  const isFailing =
    all.some(({ finding }) => ruleOf(finding.rule).cause === "source") || fails(cause, around);
  const rule = isFailing ? failingSource : first.rule;
  return {
    key,
    cause,
    evidence,
    rule,
    ...(first.written && first.rule === rule && { written: first.written }),
    severity: all.map((one) => one.severity ?? one.finding.severity).reduce(worse),
    // The rules of an account and of its silent deployments have steps of their own, and the severity says it all.
    step: cause.kind === "source" ? 1 : Math.max(...all.map(({ finding }) => finding.step)),
    since: Math.min(...all.map(({ finding }) => finding.since)),
    members,
    expected: Math.max(affectedBy(members).length, expectedOf({ cause }, around)),
    flapping: all.some(({ finding }) => finding.flapping),
  };
}
