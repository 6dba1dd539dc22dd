import type { AccessKey, KeyAgent } from "../contract/access-key.ts";
import { lastUsed } from "../deployment/read/feed.ts";
import { silentAfter } from "../deployment/rows/freshness.ts";
import type { Heard } from "../deployment/read/heard.ts";
import type { AccessKeyRow } from "./access-key.table.ts";

/** How many of the deployments that a key feeds, or may not feed, are named. */
const mostNamed = 5;

/**
 * A key as its organization sees it.
 * @param heard the agents that report with the key, the last heard first
 */
export function toAccessKey(
  { keyId, name, createdAt, createdBy }: AccessKeyRow,
  heard: readonly Heard[],
  now: number,
): AccessKey {
  const last = heard[0]?.rx;
  const fed = heard.flatMap(({ deployments }) => deployments);
  const refused = heard.flatMap((agent) => agent.refused);
  return {
    keyId,
    name,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    lastUsed: last === undefined ? null : lastUsed(createdAt, last),
    agents: heard.map((agent) => toAgent(agent, now)),
    deployments: firstOf(fed),
    refused: firstOf(refused),
  };
}

function firstOf(ids: readonly string[]) {
  const distinct = new Set(ids);
  return { count: distinct.size, first: [...distinct].slice(0, mostNamed) };
}

function toAgent(agent: Heard, now: number): KeyAgent {
  const { version, platform, clockSkewMs, lastError } = agent;
  return {
    id: agent.instance,
    version,
    platform,
    startedAt: time(agent.startedAt),
    lastSeen: new Date(agent.rx).toISOString(),
    stale: now - agent.rx > silentAfter.agent,
    clockSkewMs,
    lastError,
    deployments: agent.deployments.length,
  };
}

const time = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
