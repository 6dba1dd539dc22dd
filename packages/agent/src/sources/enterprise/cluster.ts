import type { ClusterNode } from "@shardwatch/core/contract/deployment/deployment";
import { reportLimits } from "../report-limits.ts";
import { ContentError } from "./errors.ts";
import { countOf, isFields, textOf, timeOf, uidLength } from "./values.ts";

/** The identity of a cluster, and the address of its administration. */
export interface Cluster {
  /** Its full domain name; null when unknown. */
  name: string | null;
  /** ISO 8601 in UTC; null when unknown. */
  createdAt: string | null;
  adminUrl: string | undefined;
}

const standardAdminPort = 8443;

/** Reads GET /v1/cluster. Throws a ContentError when it is not an object. */
export function toCluster(value: unknown): Cluster {
  if (!isFields(value)) throw new ContentError("unknown form");
  const name = textOf(value["name"], 253)?.toLowerCase() ?? null;
  const port = countOf(value["cm_port"]) || standardAdminPort;
  return { name, createdAt: timeOf(value["created_time"]), adminUrl: adminUrl(name, port) };
}

/** Only a plain domain name becomes a link: the name comes from another machine. */
function adminUrl(name: string | null, port: number): string | undefined {
  if (name === null || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return undefined;
  const address = `https://${name}:${port}`;
  return port <= 65_535 && URL.canParse(address) ? address : undefined;
}

/**
 * The key of a cluster's deployment. A cluster has no id, but its name and creation time never change. With
 * the name alone, a rebuilt cluster would get the key of the former one. With a key of the agent's own, two agents that
 * read one cluster would make two deployments. Throws a ContentError when one of the two is missing.
 */
export function clusterKey({ name, createdAt }: Cluster): string {
  if (name === null || createdAt === null) throw new ContentError("no identity");
  // A key has at most 200 characters; the time has 20.
  return `${name.slice(0, 170)} ${createdAt}`;
}

/** The nodes' trouble in a sentence; undefined when all are active, or when there is no list. */
export function nodeTrouble(value: unknown): string | undefined {
  const nodes = nodesOf(value) ?? [];
  const states = nodes.map(({ status }) => status).filter((status) => status !== "active");
  if (states.length === 0) return undefined;
  const words = [...new Set(states)].slice(0, 5).join(", ");
  return `${states.length} of ${nodes.length} nodes ${states.length === 1 ? "is" : "are"} not active: ${words}.`;
}

/**
 * The nodes by id, at most as many as a report may have. Undefined when there is no list.
 * @param tellAddress whether their addresses may leave the host
 */
export function reportedNodes(value: unknown, tellAddress = false): ClusterNode[] | undefined {
  const nodes = nodesOf(value)?.flatMap(({ uid, status, address }) => {
    if (uid === null) return [];
    return [{ id: uid, state: status, ...(tellAddress && address !== null && { address }) }];
  });
  const inOrder = nodes?.toSorted((left, right) => left.id.localeCompare(right.id, "en", { numeric: true }));
  return inOrder?.slice(0, reportLimits.nodes).map((node) => ({ ...node, role: null, slots: null }));
}

export interface Node {
  uid: string | null;
  status: string;
  version: string | null;
  address: string | null;
}

/** Status and version of each node of GET /v1/nodes; undefined when it is not a list. */
export function nodesOf(value: unknown): Node[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isFields).map((node) => ({
    uid: textOf(node["uid"], uidLength),
    status: textOf(node["status"], reportLimits.status) ?? "unknown",
    version: textOf(node["software_version"], 40),
    address: textOf(node["addr"], reportLimits.name),
  }));
}
