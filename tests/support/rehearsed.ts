import type { OpenChannel } from "@shardwatch/core/incident/messages/plan";
import { isPending, plan, type SentByChannel } from "@shardwatch/core/incident/messages/plan";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { traitsOf } from "@shardwatch/core/contract/source/source";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type RuleDefinition, ruleDefaults } from "@shardwatch/core/contract/incident/own-rule";
import { foldDay } from "@shardwatch/core/history/fold/fold-day";
import { carriedForward } from "@shardwatch/core/history/timeline/carry-forward";
import { addSlot, emptyTimeline, type Timeline } from "@shardwatch/core/history/timeline/timeline";
import { toCodes } from "@shardwatch/core/history/trail-payload";
import { decide, type Findings } from "@shardwatch/core/incident/judging/decide";
import { isOpen } from "@shardwatch/core/incident/judging/step";
import type { WatchedDeployment } from "@shardwatch/core/incident/judging/watched";
import { pointsOf } from "@shardwatch/core/incident/rehearsal/points";
import { possibleOf } from "@shardwatch/core/incident/rehearsal/possible";
import { runsOf } from "@shardwatch/core/incident/rehearsal/runs";
import { type Past, stretchesOf } from "@shardwatch/core/incident/rehearsal/stretches";
import { subjectsAt } from "@shardwatch/core/incident/rehearsal/subjects";
import { sumUp } from "@shardwatch/core/incident/rehearsal/sum-up";
import type { IncidentRecord } from "@shardwatch/core/incident/rows/record";
import { bookOf } from "@shardwatch/core/incident/rules/book";

/* The past of deployments minute by minute, as passes saw it and as it is stored. */

export const minute = 60_000;
export const minutesOfDay = 1_440;

/** A deployment with a value for each minute. */
export interface Lived {
  id: string;
  source: DeploymentSource;
  /** Bytes used in each minute. Undefined: it did not report. */
  used: (number | undefined)[];
  limit: number;
  /** The eviction policy before and from a minute on. */
  policies: [string, string];
  changesAt: number;
}

export const rule = (fields: Partial<RuleDefinition>): RuleDefinition => ({
  ...ruleDefaults,
  name: "Rule",
  when: "util=90..",
  ...fields,
});

const item = ({ id, source, limit }: Lived, used: number, policy: string): DeploymentListItem =>
  ({
    id,
    name: id,
    organizationId: "org",
    type: "STANDALONE",
    source,
    status: "active",
    lastUpdated: new Date(0).toISOString(),
    cloudSubscription: null,
    memoryUsed: String(used),
    memoryLimit: String(limit),
    databaseCount: 1,
    license: null,
    facts: { policy, engines: ["redis"] },
  }) as unknown as DeploymentListItem;

function watched(lived: Lived, at: number, index: number): WatchedDeployment {
  const { id, source, used, policies, changesAt } = lived;
  let last = index;
  while (last >= 0 && used[last] === undefined) last -= 1;
  const policy = policies[index < changesAt ? 0 : 1] ?? "";
  return {
    id,
    name: id,
    kind: source,
    via: "key/agent",
    lastReportAt: at,
    isSilent: last < 0 || index - last > traitsOf(source).staleAfter,
    status: "active",
    facts: factsOf(item(lived, used[last] ?? 0, policy), at),
    certificateEnd: undefined,
    replicas: undefined,
    isReplica: false,
    databases: [],
  };
}

export interface Truth {
  /** When each incident opened. */
  opened: number[];
  messages: Map<string, number>;
  /** When each minute of each incident was. */
  firing: number[];
}

const bookFor = (definition: RuleDefinition) => {
  const book = bookOf([{ id: "rul_rehearsal", definition, revision: 0 }]);
  return {
    ...book,
    deployments: book.deployments.slice(-1),
    agents: [],
    sources: [],
    channels: [],
    tokens: [],
  };
};

/** What passes in every minute did. @param from the first minute, in Unix milliseconds */
export function truthOf(
  definition: RuleDefinition,
  lives: readonly Lived[],
  from: number,
  channels: readonly OpenChannel[],
): Truth {
  const book = bookFor(definition);
  const truth: Truth = { opened: [], messages: new Map(), firing: [] };
  let [findings, open, ended, sent]: [Findings, IncidentRecord[], IncidentRecord[], SentByChannel] = [
    new Map(),
    [],
    [],
    {},
  ];
  const { routingOf } = book;
  for (let index = 0; index < (lives[0]?.used.length ?? 0); index += 1) {
    const now = from + index * minute;
    const deployments = lives.map((one) => watched(one, now, index));
    const moment = { now, previous: now - minute, since: 0, heardSince: 0, watchedSince: 0 };
    const seen = { deployments, agents: [], sources: undefined, channels: undefined, tokens: undefined };
    const decided = decide(
      "rehearsal",
      { findings, judgedBy: new Map([["rul_rehearsal", 0]]), open, silences: [] },
      book,
      { ...seen, deleted: new Set(), version: "" },
      moment,
    );
    findings = decided.findings;
    for (const finding of findings.get("rul_rehearsal")?.values() ?? [])
      if (isOpen(finding)) truth.firing.push(now);
    const { opened, changed, updated, resolved } = decided.changes;
    truth.opened.push(...opened.map(() => now));
    const newer = new Map([...changed, ...updated].map((one) => [one.id, one]));
    const over = new Set(resolved.map(({ id }) => id));
    open = [...opened, ...open.filter(({ id }) => !over.has(id)).map((one) => newer.get(one.id) ?? one)];
    ended = [...ended, ...resolved].filter((one) => isPending(one, now, routingOf));
    const pending = [...open, ...ended].filter((one) => isPending(one, now, routingOf));
    const planned = plan(pending, channels, sent, { now, summarizes: false, routingOf });
    sent = planned.sent;
    for (const { channel } of [...planned.single, ...planned.summaries])
      truth.messages.set(channel.id, (truth.messages.get(channel.id) ?? 0) + 1);
    const add = (one: IncidentRecord) => ({ ...one, notified: planned.notified.get(one.id) ?? one.notified });
    [open, ended] = [open.map(add), ended.map(add)];
  }
  return truth;
}

/** The rehearsal of the same past as it is stored: the first days in hours, the others in slots. */
export async function rehearsedOf(
  definition: RuleDefinition,
  lives: readonly Lived[],
  from: number,
  channels: readonly (OpenChannel & { name: string })[],
  daysInHours: number,
) {
  const book = bookFor(definition);
  const possible = possibleOf(definition);
  const to = from + (lives[0]?.used.length ?? 0) * minute;
  const pasts = lives.map((lived): Past => {
    const slotsAll = slotsOf(lived, from);
    const firstDay = from / (minutesOfDay * minute);
    const days = slotsAll.length / 288;
    const dayAt = (day: number): Timeline => {
      const one = emptyTimeline(300, (firstDay + day) * 288, 288);
      for (const { slot, coded } of slotsAll) if (coded) addSlot(one, slot, coded);
      return one;
    };
    const hours = Array.from({ length: daysInHours }, (_, day) => foldDay(dayAt(day), undefined).hours);
    const fine = emptyTimeline(300, (firstDay + daysInHours) * 288, (days - daysInHours) * 288);
    for (const { slot, coded } of slotsAll) if (coded) addSlot(fine, slot, coded);
    carriedForward(fine, lived.source);
    const subject = (at: number, policy: string, index: number) => ({
      at,
      subject: {
        deployment: { ...watched({ ...lived, policies: [policy, policy] }, at, index), isSilent: false },
      },
    });
    const seen = [
      subject(from, lived.policies[0], 0),
      subject(to, lived.changesAt >= lived.used.length ? lived.policies[0] : lived.policies[1], 0),
    ];
    const points = pointsOf(
      { source: lived.source, born: undefined, hours, slots: fine },
      { numbers: ["util", "memory", "maxmemory"], status: false },
      { from, to },
    );
    const subjects = points.map((point) => subjectsAt(seen, point));
    const runs = runsOf(possible, points, subjects);
    return { id: lived.id, name: lived.id, runs, timing: possible.rule.timing(watched(lived, from, 0)) };
  });
  const stretches = pasts.flatMap(stretchesOf);
  const rehearsed = await sumUp(
    pasts,
    stretches,
    definition,
    {
      rule: book.deployments[0] ?? missing(),
      routingOf: book.routingOf,
      channels,
      deploymentOf: (id) => watched(lives.find((one) => one.id === id) ?? missing(), from, 0),
      until: to,
    },
    { from, to },
    () => Promise.resolve(),
  );
  return { ...rehearsed, stretches };
}

const missing = () => {
  throw new Error("it is missing");
};

/** The slots of a deployment as its source sends them: the largest memory, and the last limit. */
function slotsOf({ id, used, limit }: Lived, from: number) {
  return Array.from({ length: used.length / 5 }, (_, index) => {
    const known = used.slice(index * 5, index * 5 + 5).filter((one) => one !== undefined);
    const slot = from / (5 * minute) + index;
    const databases = { ids: ["0"], used: [Math.max(...known)], limit: [limit] };
    return { slot, coded: known.length === 0 ? undefined : toCodes({ id, status: "active", databases }) };
  });
}
