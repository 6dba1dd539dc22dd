import type { KeyAgent } from "@shardwatch/core/contract/source/access-key";
import { Link } from "react-router-dom";
import { paths } from "../../../lib/address/paths.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { AgentFacts, AgentStatus } from "./AgentFacts.tsx";

/** A longer list is not read. Agents that have to move to a new secret come first, silent ones last. */
const mostShown = 10;

function Agent({ keyId, agent }: { keyId: string; agent: KeyAgent }) {
  const { id, name, moved, stale } = agent;
  return (
    <li className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.agent(keyId, id)}
          className={`${textLinkClass} ${name === null ? "font-mono text-sm break-all" : "font-medium"}`}
        >
          <Foreign className="break-words">{name ?? id}</Foreign>
        </Link>
        {name !== null && <span className="font-mono text-sm break-all text-muted">{id}</span>}
        <AgentStatus stale={stale} />
        {moved === false && <span className="text-sm text-warn">still uses the old key</span>}
      </div>
      <AgentFacts agent={agent} />
    </li>
  );
}

/** The agents that report with a key: their last report, version, and problems. */
export function AgentList({ keyId, agents }: { keyId: string; agents: readonly KeyAgent[] }) {
  if (agents.length === 0) return <p className="text-muted">No agent has reported with this key yet.</p>;
  const more = agents.length - mostShown;
  const sorted = agents.toSorted(
    (left, right) => Number(right.moved === false) - Number(left.moved === false),
  );
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {sorted.slice(0, mostShown).map((agent) => (
          <Agent key={agent.id} keyId={keyId} agent={agent} />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">…and {more} more that last reported earlier.</p>}
    </div>
  );
}
