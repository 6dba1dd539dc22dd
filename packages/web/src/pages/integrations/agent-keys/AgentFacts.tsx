import type { KeyAgent } from "@shardwatch/core/contract/source/access-key";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { clockSkew, durationText } from "./describe.ts";

/** Whether an agent reports. */
export const AgentStatus = ({ stale }: Pick<KeyAgent, "stale">) =>
  stale ? <StatusBadge status="silent" concern="stale" /> : <StatusBadge status="active" />;

/** What an agent reports about itself. What it does not report is unknown. */
export function AgentFacts({ agent }: { agent: KeyAgent }) {
  const { version, platform, startedAt, lastSeen, roundMs, clockSkewMs, deployments, lastError } = agent;
  const skew = clockSkew(clockSkewMs);
  return (
    <>
      <Facts>
        <Fact name="Version" mono>
          {version}
        </Fact>
        <Fact name="Platform">{platform}</Fact>
        <Fact name="Started">{startedAt && <TimeAgo date={startedAt} />}</Fact>
        <Fact name="Last report">
          <TimeAgo date={lastSeen} />
        </Fact>
        {roundMs !== null && <Fact name="Duration of a round">{durationText(roundMs)}</Fact>}
        <Fact name="Deployments">{deployments}</Fact>
        {skew && <Fact name="Clock">{skew}</Fact>}
      </Facts>
      {lastError && (
        <p className="text-sm break-words">
          <span className="text-muted">Last error: </span>
          {lastError}
        </p>
      )}
    </>
  );
}
