import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";

/** A command or a request of the agent, with how often it was sent since the report before. */
export interface SentCommand {
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
export function sentCommands({ type, report }: Pick<Deployment, "type" | "report">): SentCommand[] | null {
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
