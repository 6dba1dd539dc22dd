import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf, percentOfLimit } from "@shardwatch/core/contract/filter/facts";
import { viaOf } from "@shardwatch/core/deployment/rows/owner";
import { silentAfter } from "@shardwatch/core/deployment/rows/freshness";
import type { SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import type {
  Watched,
  WatchedAgent,
  WatchedDeployment,
  WatchedSource,
} from "@shardwatch/core/incident/judging/watched";
import type { PastPass } from "@shardwatch/core/incident/past-writes";
import { hour, minute } from "@shardwatch/core/kit/time";
import { type DeploymentPast, during, type Silence } from "./past-events.ts";
import { itemAt, lastColumns } from "./past-item.ts";
import { troubleOf } from "./troubles.ts";

/** A deployment with what happened to it. */
export interface PastMember {
  item: DeploymentListItem;
  past: DeploymentPast;
}

/** What of a demo fleet is watched in a part of its past. */
export interface PastWatch {
  source: SourceInstance;
  /** What people call the source. */
  name: string;
  members: readonly PastMember[];
  /** When it reported last: now for one that still does. */
  until: number;
  /** When it said nothing. */
  silence?: Silence;
  /** When the clock of the agent was wrong. */
  clock?: Silence;
}

/** What a pass at that minute would have seen. */
export function watchedAt(watch: PastWatch, now: number): PastPass {
  const { source, members, clock } = watch;
  const silence = watch.silence && during(now, [watch.silence]);
  const lastReportAt = silence?.from ?? now;
  const words = new Map(
    members.flatMap(({ item, past }) => {
      const outage = during(now, past.outages);
      if (!outage || silence) return [];
      const { message } = troubleOf(past.deployment, outage.status);
      return [[item.id, { words: message, since: outage.from }] as const];
    }),
  );
  const watched: Watched = {
    deployments: members.map((member) => deploymentAt(member, watch, now, lastReportAt)),
    agents: source.kind === "agent" ? [agentAt(watch, lastReportAt, clock && during(now, [clock]))] : [],
    sources: [sourceAt(watch, now, silence)],
    channels: [],
    tokens: [],
    deleted: new Set(),
    version: "",
  };
  return { now, watched, words };
}

function deploymentAt(
  { item, past }: PastMember,
  watch: PastWatch,
  now: number,
  lastReportAt: number,
): WatchedDeployment {
  // Of all deployments of a source, only its silence is of interest.
  const isAlone = watch.silence === undefined;
  const then = isAlone ? itemAt(item, past, lastReportAt) : item;
  const { used = [], limit = [] } = isAlone ? lastColumns(past, lastReportAt) : {};
  const { source } = watch;
  const text = (value: number | null | undefined) => (value == null ? null : String(Math.round(value)));
  const status = during(lastReportAt, past.outages)?.status ?? "active";
  const facts = factsOf({ ...then, status }, now);
  const lost = past.lost && during(lastReportAt, [past.lost]);
  return {
    id: item.id,
    name: item.name,
    kind: source.kind,
    via: viaOf(source),
    lastReportAt,
    isSilent: now - lastReportAt > silentAfter(source.kind),
    status,
    facts: { ...facts, unsaved: past.unsaved && during(lastReportAt, [past.unsaved]) ? "yes" : "no" },
    certificateEnd: undefined,
    replicas: past.lost && (lost ? { count: 0, since: lost.from, usual: 1 } : { count: 1, since: 0 }),
    isReplica: false,
    databases: (isAlone ? past.deployment.databases : []).map(({ name, policy = "noeviction" }, index) => ({
      id: String(index + 1),
      name: name ?? `db ${index + 1}`,
      status: "active",
      utilization: percentOfLimit(text(used[index]), text(limit[index])),
      policy,
    })),
  };
}

const agentAt = (
  { source, name }: PastWatch,
  lastReportAt: number,
  wrong: Silence | undefined,
): WatchedAgent => ({
  via: viaOf(source),
  key: source.id,
  name,
  version: null,
  platform: "linux-x64",
  clockSkewMs: wrong ? 148_000 : 12,
  lastError: null,
  lastReportAt,
});

/** What the readers say when an account lets them in no longer. */
const refusals: Readonly<Partial<Record<DeploymentSource, string>>> = {
  "redis-cloud": "credentials refused: Redis Cloud rejected the keys. They may have been deleted or changed.",
  elasticache: "We can no longer assume the role.",
};

function sourceAt({ source, name }: PastWatch, now: number, silence: Silence | undefined): WatchedSource {
  const { kind, id } = source;
  const refused = silence ? (refusals[kind] ?? null) : null;
  return {
    kind,
    id,
    name,
    createdAt: now - hour,
    status: refused === null ? "ok" : "denied",
    lastReadAt: now,
    nextReadAt: kind === "agent" ? undefined : now + 5 * minute,
    lastDataAt: silence?.from ?? now,
    lastError: refused,
  };
}
