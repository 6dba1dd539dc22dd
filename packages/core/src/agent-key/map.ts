import type { AccessKey, KeyAgent } from "../contract/source/access-key.ts";
import type { SourceState } from "../contract/source/state.ts";
import type { ReporterStatus } from "../deployment/read/reporters.ts";
import { lastUsed } from "../deployment/read/sources.ts";
import { silentAfter } from "../deployment/rows/freshness.ts";
import { revisionOf } from "../table/revision.ts";
import type { AgentKeyRow } from "./agent-key.table.ts";
import { isEnded } from "./holders.ts";

/** How many ids of reported, and of refused, deployments the answer contains. */
const mostNamed = 5;

/**
 * A key as its organization sees it.
 * @param reporters the agents that report with the key, the most recent first
 */
export function toAgentKey(key: AgentKeyRow, reporters: readonly ReporterStatus[], now: number): AccessKey {
  const { keyId, name, createdAt, createdBy, managedBy, expiresAt = null } = key;
  const last = reporters[0]?.receivedAt;
  const reported = reporters.flatMap(({ deployments }) => deployments);
  const refused = reporters.flatMap((agent) => agent.refused);
  return {
    keyId,
    name,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    ...(managedBy && { managedBy }),
    revision: revisionOf(key),
    expiresAt: time(expiresAt),
    lastUsed: last === undefined ? null : lastUsed(createdAt, last),
    agents: reporters.map((agent) => toAgent(key, agent, now)),
    deployments: firstOf(reported),
    rotation: rotationOf(key, reporters, now),
    ...(isEnded(key) && { secretEnded: true }),
    refused: firstOf(refused),
  };
}

/** Null when only one secret works. */
function rotationOf(
  key: AgentKeyRow,
  reporters: readonly ReporterStatus[],
  now: number,
): AccessKey["rotation"] {
  if (!hasTwoSecrets(key, now)) return null;
  return {
    formerSecretEndsAt: new Date(key.formerUntil ?? 0).toISOString(),
    moved: reporters.filter((agent) => hasMoved(key, agent)).length,
    agents: reporters.length,
  };
}

function firstOf(ids: readonly string[]) {
  const distinct = new Set(ids);
  return { count: distinct.size, first: [...distinct].slice(0, mostNamed) };
}

function toAgent(key: AgentKeyRow, agent: ReporterStatus, now: number): KeyAgent {
  const { name, version, platform, clockSkewMs, lastError, roundMs } = agent;
  return {
    id: agent.instance,
    name,
    version,
    platform,
    startedAt: time(agent.startedAt),
    lastSeen: new Date(agent.receivedAt).toISOString(),
    stale: isSilent(agent, now),
    clockSkewMs,
    lastError,
    roundMs,
    moved: hasTwoSecrets(key, now) ? hasMoved(key, agent) : null,
    deployments: agent.deployments.length,
  };
}

const hasTwoSecrets = ({ formerUntil = 0 }: AgentKeyRow, now: number) => formerUntil > now;

const hasMoved = ({ rotations }: AgentKeyRow, { secretNumber }: ReporterStatus) => secretNumber === rotations;

const isSilent = ({ receivedAt }: ReporterStatus, now: number) => now - receivedAt > silentAfter("agent");

/**
 * A key as one source among others.
 * @param reporters the agents that report with the key, the most recent first
 */
export function toSourceState(
  { keyId, name, createdBy, managedBy }: AgentKeyRow,
  reporters: readonly ReporterStatus[],
  now: number,
): SourceState {
  const total = reporters.length;
  const reporting = reporters.filter((agent) => !isSilent(agent, now)).length;
  return {
    kind: "agent",
    id: keyId,
    name,
    createdBy,
    ...(managedBy && { managedBy }),
    status: total === 0 ? "pending" : reporting === 0 ? "silent" : reporting < total ? "partial" : "ok",
    lastReadAt: time(reporters[0]?.receivedAt ?? null),
    lastDataAt: time(reporters[0]?.receivedAt ?? null),
    nextReadAt: null,
    lastError: null,
    found: null,
    calls: null,
    agents: { total, reporting, deployments: firstOf(reporters.flatMap((agent) => agent.deployments)).count },
  };
}

const time = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
