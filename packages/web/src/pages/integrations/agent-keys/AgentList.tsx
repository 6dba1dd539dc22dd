import type { KeyAgent } from "@shardwatch/core/contract/source/access-key";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { clockSkew } from "./describe.ts";

/** A longer list is not read. Agents that have to move to a new secret come first, silent ones last. */
const mostShown = 10;

function Agent({ agent }: { agent: KeyAgent }) {
  const {
    id,
    name,
    moved,
    version,
    platform,
    startedAt,
    lastSeen,
    stale,
    clockSkewMs,
    lastError,
    deployments,
  } = agent;
  const skew = clockSkew(clockSkewMs);
  return (
    <li className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {name !== null && <Foreign className="font-medium break-words">{name}</Foreign>}
        <span className={`font-mono text-sm break-all ${name === null ? "" : "text-muted"}`}>{id}</span>
        <StatusBadge status={stale ? "silent" : "active"} {...(stale && { concern: "stale" })} />
        {moved === false && <span className="text-sm text-warn">still uses the former secret</span>}
      </div>
      <Facts>
        <Fact name="Version" mono>
          {version}
        </Fact>
        <Fact name="Platform">{platform}</Fact>
        <Fact name="Started">{startedAt && <TimeAgo date={startedAt} />}</Fact>
        <Fact name="Last report">
          <TimeAgo date={lastSeen} />
        </Fact>
        <Fact name="Deployments">{deployments}</Fact>
        {skew && <Fact name="Clock">{skew}</Fact>}
      </Facts>
      {lastError && (
        <p className="text-sm break-words">
          <span className="text-muted">Last error: </span>
          {lastError}
        </p>
      )}
    </li>
  );
}

/** The agents that report with a key: their last report, version, and problems. */
export function AgentList({ agents }: { agents: readonly KeyAgent[] }) {
  if (agents.length === 0) return <p className="text-muted">No agent has reported with this key yet.</p>;
  const more = agents.length - mostShown;
  const sorted = agents.toSorted(
    (left, right) => Number(right.moved === false) - Number(left.moved === false),
  );
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {sorted.slice(0, mostShown).map((agent) => (
          <Agent key={agent.id} agent={agent} />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">…and {more} more that last reported earlier.</p>}
    </div>
  );
}
