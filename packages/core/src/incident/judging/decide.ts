import { mostMembers, type Resolution } from "../../contract/incident/words.ts";
import { type AnyRuleId, isOwnRule } from "../../contract/incident/rules.ts";
import { day, minute } from "../../kit/time.ts";
import { type Changes, compare } from "./compare.ts";
import { explain, type OpenFinding } from "./explain.ts";
import { type IncidentRecord, keyOfMember, type Member } from "../rows/record.ts";
import { type Rule, unclear } from "../rules/rule.ts";
import type { RuleBook } from "../rules/book.ts";
import type { Named } from "../rules/rules.ts";
import { silence, type StoredSilence, withSilences } from "../silences/silence.ts";
import { asUsual, type Finding, isFlapping, isOpen, type Pass, step } from "./step.ts";
import { filterMatchOf } from "./filter-match.ts";
import type { Watched, WatchedDeployment, WatchedSource } from "./watched.ts";

/** The findings of each rule, by subject. */
export type Findings = ReadonlyMap<AnyRuleId, ReadonlyMap<string, Finding>>;

/** When a pass runs. Times are Unix epochs in milliseconds. */
export interface Moment {
  now: number;
  /** The minute of the pass before. */
  previous: number;
  /** Since when there was a pass in every minute. */
  since: number;
  /** Since when reports are accepted, without an outage of ours. */
  heardSince: number;
  /** Since when the organization is watched. */
  watchedSince: number;
}

/** How many minutes may be missing between two passes. */
export const toleratedGap = 3 * minute;
/** How long agents have after a gap or an outage to report again, in milliseconds. Until then, nothing is known of their silence. */
export const comeBackWithin = 10 * minute;

/**
 * From when on silence means something: after a gap between the passes, or an outage of ours, agents have to come back
 * first. Unix epoch in milliseconds.
 */
export const silenceCountsFrom = ({ since, heardSince }: Pick<Moment, "since" | "heardSince">): number =>
  Math.max(since, heardSince) + comeBackWithin;

interface Decision {
  findings: Findings;
  /** The revisions of the rules by which the findings were judged; 0 for a rule that nobody changed. */
  judgedBy: ReadonlyMap<AnyRuleId, number>;
  changes: Changes;
}

/** What was found before. */
interface Before {
  findings: Findings;
  /** The revisions of the rules by which they were judged. */
  judgedBy?: ReadonlyMap<AnyRuleId, number>;
  open: readonly IncidentRecord[];
  silences: readonly StoredSilence[];
}

/** What a pass decides. It is a function of its arguments alone, so a repeated pass decides the same. */
export function decide(
  organization: string,
  before: Before,
  book: RuleBook,
  watched: Watched,
  { now, previous, since, heardSince, watchedSince }: Moment,
): Decision {
  const gap = now - previous;
  const pass: Pass = {
    now,
    gap: gap > toleratedGap ? gap : 0,
    mayFire: now > since,
    isFirstDay: now - watchedSince < day,
  };
  const silenceCounts = now >= silenceCountsFrom({ since, heardSince });
  const known = new Map(
    before.open.flatMap(({ members }) => members.map((each) => [keyOfMember(each), each])),
  );
  const intended = before.open.filter((record) => record.intended).flatMap(({ members }) => members);
  const { findings, judgedBy = new Map<AnyRuleId, number>() } = before;
  const isIntended = new Set(intended.map(keyOfMember));
  const collector = new FindingCollector({ findings, judgedBy, known, intended: isIntended }, pass);
  const { deployments, agents, sources, channels, tokens, deleted } = watched;
  const gone = (id: string): Resolution => (deleted.has(id) ? "deleted" : "moved");
  const unread = unreadSources(sources, now);
  const cannotReport = ({ via }: WatchedDeployment) => !silenceCounts || unread.has(via);
  for (const rule of book.deployments)
    collector.apply(rule.cause === "silence" ? unclearWhile(rule, cannotReport) : rule, deployments, gone);
  const judged = agents.map((each) => ({ ...withId(each), ours: watched.version }));
  for (const rule of book.agents) collector.apply(rule, judged, () => "deleted");
  for (const rule of book.sources) collector.applyIfRead(rule, sources);
  for (const rule of book.channels) collector.applyIfRead(rule, channels);
  for (const rule of book.tokens) collector.applyIfRead(rule, tokens);
  collector.endDeleted(book.deployments);
  const groups = explain(collector.open, watched, before.open, now);
  const matches = filterMatchOf(deployments);
  const changes = withSilences(
    compare(organization, before.open, groups, collector.endings, now),
    before.open,
    (records) => silence(records, before.silences, matches, now),
  );
  return { findings: collector.findings, judgedBy: collector.judgedBy, changes };
}

const withId = <S extends { via: string }>(agent: S) => ({ ...agent, id: agent.via });

/** How late a reading may be before it is our own fault: a turn was missed. Deployments turn silent two turns later. */
const readLate = 5 * minute;

/**
 * The accounts that we should have read and did not: their silence is ours. After a day it counts all the same, so
 * that nobody trusts figures of a week ago. The alarm of the dead letters reaches the operator at once.
 */
const unreadSources = (
  sources: readonly WatchedSource[] = [],
  now: number,
): ReadonlySet<string | undefined> =>
  new Set(
    sources.flatMap(({ id, nextReadAt = now }) =>
      now - nextReadAt > readLate && now - nextReadAt < day ? [id] : [],
    ),
  );

/** A rule while some subjects could not report: what seems silent may report in a moment. */
const unclearWhile = <S>(rule: Named<Rule<S>>, cannotReport: (subject: S) => boolean): Named<Rule<S>> => ({
  ...rule,
  judge: (subject, now) => {
    const judged = rule.judge(subject, now);
    return judged.when && cannotReport(subject) ? unclear : judged;
  },
});

interface FoundBefore {
  findings: Findings;
  judgedBy: ReadonlyMap<AnyRuleId, number>;
  known: ReadonlyMap<string, Member>;
  /** The findings of which somebody has said that they are meant to be so, by `keyOfMember`. */
  intended: ReadonlySet<string>;
}

/** Applies rule after rule, and collects what they find. */
class FindingCollector {
  readonly findings = new Map<AnyRuleId, ReadonlyMap<string, Finding>>();
  readonly open: OpenFinding[] = [];
  /** Why open findings ended, by `keyOfMember`. */
  readonly endings = new Map<string, Resolution>();
  readonly judgedBy = new Map<AnyRuleId, number>();
  readonly #before: FoundBefore;
  readonly #pass: Pass;

  constructor(before: FoundBefore, pass: Pass) {
    this.#before = before;
    this.#pass = pass;
  }

  apply<S extends { id: string; name: string }>(
    rule: Named<Rule<S>>,
    subjects: readonly S[],
    whyGone: (id: string) => Resolution,
  ): void {
    const before = this.#before.findings.get(rule.id) ?? new Map<string, Finding>();
    const { revision = 0 } = rule.written ?? {};
    const isChanged = revision !== (this.#before.judgedBy.get(rule.id) ?? 0);
    this.judgedBy.set(rule.id, revision);
    const next = new Map<string, Finding>();
    const missing = new Map(before);
    for (const subject of subjects) {
      const { id, name } = subject;
      const previous = before.get(id);
      missing.delete(id);
      if (!previous && next.size >= mostMembers) continue;
      const key = keyOfMember({ rule: rule.id, id });
      const isIntended = previous !== undefined && isOpen(previous) && this.#before.intended.has(key);
      const judged = rule.judge(subject, this.#pass.now);
      // A rule that somebody changed since ends at once what no longer matches, and nothing else.
      const hasLeft = isChanged && judged.when === false;
      const stepped = hasLeft ? undefined : step(previous, judged, rule.timing(subject), this.#pass);
      const finding = isIntended ? asUsual(previous, this.#pass.now) : stepped;
      if (finding) next.set(id, finding);
      if (finding && isOpen(finding)) this.#note(rule, id, name, finding);
      else if (previous && isOpen(previous)) {
        const left = judged.ending ?? (hasLeft ? "changed" : "recovered");
        const ending = finding?.state === "usual" ? "usual" : left;
        this.endings.set(key, isIntended ? "intended" : ending);
      }
    }
    for (const id of missing.keys()) this.endings.set(keyOfMember({ rule: rule.id, id }), whyGone(id));
    if (next.size > 0) this.findings.set(rule.id, next);
  }

  /** @param subjects undefined leaves the findings as they are, because nobody looked at the subjects */
  applyIfRead<S extends { id: string; name: string }>(
    rule: Named<Rule<S>>,
    subjects: readonly S[] | undefined,
  ): void {
    if (subjects) this.apply(rule, subjects, () => "deleted");
    else this.#keep(rule);
  }

  /** The findings of rules that people have deleted. */
  endDeleted(rules: readonly Named<unknown>[]): void {
    const ids = new Set(rules.map(({ id }) => id));
    for (const [rule, findings] of this.#before.findings)
      if (isOwnRule(rule) && !ids.has(rule))
        for (const id of findings.keys()) this.endings.set(keyOfMember({ rule, id }), "changed");
  }

  #keep(rule: Named<Rule<never>>): void {
    const findings = this.#before.findings.get(rule.id);
    if (!findings) return;
    this.findings.set(rule.id, findings);
    this.judgedBy.set(rule.id, this.#before.judgedBy.get(rule.id) ?? 0);
    for (const [id, finding] of findings) if (isOpen(finding)) this.#note(rule, id, id, finding);
  }

  #note({ id: rule, written, cause }: Named<Rule<never>>, id: string, name: string, finding: Finding): void {
    const { severity = "info", step: reached = 0, value = null, database } = finding;
    const since = finding.began ?? finding.firedAt ?? finding.since;
    const known = this.#before.known.get(keyOfMember({ rule, id }));
    const flapping = isFlapping(finding, this.#pass.now);
    const named = { rule, id, name: known?.name || name, value, database };
    this.open.push({ ...named, severity, step: reached, since, flapping, written, cause });
  }
}
