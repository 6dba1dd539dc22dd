import { useId } from "react";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { formatCount } from "../../../lib/words/count.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Section } from "../../../ui/section/Section.tsx";

/** A command or a request of the agent, with how often it was sent since the report before. */
interface SentCommand {
  name: string;
  count: number;
  purpose: string;
}

/** All that the agent can send to a server. */
const toServers: Readonly<Record<string, string>> = {
  INFO: "All figures and facts of a server",
  PING: "Only for the agent's check command",
  AUTH: "Signs in on a new connection",
  "CONFIG GET": "maxmemory, where INFO lacks it",
  "CLUSTER SHARDS": "The nodes of a cluster and their slots",
  "CLUSTER NODES": "The same, where CLUSTER SHARDS is missing or not complete",
  "CLUSTER INFO": "The state of a cluster",
  "CLIENT LIST": "Number of clients by state for the agent's log; off unless configured",
};

/** All that the agent can send to a cluster of Redis Enterprise. */
const toEnterprise: Readonly<Record<string, string>> = {
  "GET /v1/cluster": "Name and identity of the cluster",
  "GET /v1/license": "The license",
  "GET /v1/nodes": "The state of the nodes",
  "GET /v1/bdbs": "The databases, without their passwords",
  "GET /v1/bdbs/stats/last": "Their newest figures",
  "GET /v1/shards": "The shards: database, node, role and state",
};

/** Everything that the agent can send, with its count; what it can send and did not has 0. Null when not known. */
function sentCommands({ type, report }: Pick<Deployment, "type" | "report">): SentCommand[] | null {
  const counts = report?.commands;
  if (!counts) return null;
  const known = type === "ENTERPRISE" ? toEnterprise : toServers;
  const names = [...new Set([...Object.keys(known), ...Object.keys(counts)])];
  const all = names.map((name) => ({
    name,
    count: Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0,
    purpose: (Object.hasOwn(known, name) && known[name]) || "A newer agent sends it",
  }));
  return all.toSorted((left, right) => right.count - left.count);
}

const columns: Column<SentCommand>[] = [
  {
    id: "name",
    header: "Command",
    cell: ({ name }) => <span className="font-mono text-sm">{isolated(name)}</span>,
  },
  {
    id: "count",
    header: "Sent",
    align: "end",
    cell: ({ count }) => (
      <span className={`figures ${count > 0 ? "" : "text-faint"}`}>{formatCount(count)}</span>
    ),
  },
  { id: "purpose", header: "What for", cell: ({ purpose }) => purpose },
];

/** All commands that the agent can send, with how many it sent for the last report. */
export function CommandsSection({ deployment }: { deployment: Deployment }) {
  const headingId = useId();
  const commands = sentCommands(deployment);
  return (
    <Section
      heading="Commands sent"
      headingId={headingId}
      action={
        commands && (
          <span className="text-sm text-muted">
            since the report before, even if that one did not arrive, to all of its servers
          </span>
        )
      }
    >
      {commands ? (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={commands}
          rowKey={({ name }) => name}
          density="dense"
        />
      ) : (
        <p className="max-w-prose p-4 text-muted">
          {deployment.report
            ? "This report has no command counts. If the agent is old, update it to see them. Very long lists of counts aren't stored."
            : "Nothing reports this deployment."}
        </p>
      )}
    </Section>
  );
}
