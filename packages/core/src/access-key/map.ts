import type { AccessKey, KeyAgent } from "../contract/access-key.ts";
import { lastUsed } from "../deployment/feed.ts";
import { silentAfter } from "../deployment/freshness.ts";
import type { Heard } from "../deployment/heard.ts";
import type { AccessKeyRow } from "./access-key.table.ts";

/** How many of the deployments that a key feeds are named. */
const mostNamed = 5;

/**
 * A key as its organization sees it.
 * @param heard the agents that report with the key, the last heard first
 */
export function toAccessKey(
  { keyId, name, createdAt }: AccessKeyRow,
  heard: readonly Heard[],
  now: number,
): AccessKey {
  const last = heard[0]?.rx;
  const fed = new Set(heard.flatMap(({ deployments }) => deployments));
  return {
    keyId,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsed: last === undefined ? null : lastUsed(createdAt, last),
    agents: heard.map((agent) => toAgent(agent, now)),
    deployments: { count: fed.size, first: [...fed].slice(0, mostNamed) },
  };
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
