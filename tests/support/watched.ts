import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import type {
  Watched,
  WatchedAgent,
  WatchedDatabase,
  WatchedDeployment,
  WatchedSource,
} from "@shardwatch/core/incident/judging/watched";

/* What rules look at, made by hand. */

export const start = Date.parse("2026-11-23T10:00:00Z");

const item = {
  organizationId: "org_1",
  type: "STANDALONE",
  source: "agent",
  status: "active",
  cloudSubscription: null,
  memoryUsed: null,
  memoryLimit: null,
  databaseCount: 1,
  license: null,
  lastUpdated: new Date(start).toISOString(),
} as const;

export const database = (more: Partial<WatchedDatabase> = {}): WatchedDatabase => ({
  id: "0",
  name: "db 0",
  status: "active",
  utilization: 50,
  policy: "noeviction",
  ...more,
});

/** @param facts fields of the deployment's list item */
export function deployment(
  id: string,
  { via = "key_1/agent1", ...more }: Partial<WatchedDeployment> = {},
  facts: Partial<DeploymentListItem> = {},
  now = start,
): WatchedDeployment {
  return {
    id,
    name: `name of ${id}`,
    kind: "agent",
    via,
    lastReportAt: now,
    isSilent: false,
    status: "active",
    facts: factsOf({ ...item, id, name: id, ...facts }, now),
    certificateEnd: null,
    replicas: undefined,
    isReplica: false,
    databases: [database()],
    ...more,
  };
}

export const agent = (via: string, lastReportAt: number, more: Partial<WatchedAgent> = {}): WatchedAgent => ({
  via,
  key: via.split("/")[0] ?? via,
  name: `agent ${via}`,
  version: "0.2.0",
  platform: null,
  clockSkewMs: 0,
  lastError: null,
  lastReportAt,
  ...more,
});

export const source = (id: string, more: Partial<WatchedSource> = {}): WatchedSource => ({
  kind: id.startsWith("key") ? "agent" : "elasticache",
  id,
  name: `source ${id}`,
  createdAt: 0,
  status: "ok",
  lastReadAt: start,
  nextReadAt: undefined,
  lastDataAt: start,
  lastError: null,
  ...more,
});

export const watched = (more: Partial<Watched> = {}): Watched => ({
  deployments: [],
  agents: [],
  sources: [source("key_1")],
  channels: [],
  tokens: [],
  deleted: new Set(),
  version: "0.3.0",
  ...more,
});
