import type { ClusterNode as ReportedNode } from "@shardwatch/core/contract/deployment/deployment";
import { formatAddress } from "../../../configuration/address.ts";
import type { RedisSettings } from "../../../configuration/settings.ts";
import { reportLimits } from "../../report-limits.ts";
import type { Reading, Status } from "../../source.ts";
import { clusterFacts } from "../facts.ts";
import { successorsOf } from "./data-sets.ts";
import { hasNetwork } from "../connection/follow-rule.ts";
import { limitGaps } from "../gaps.ts";
import { infoField } from "../info/info.ts";
import type { Info } from "../info/info.ts";
import { howToFollow, joinSentences, problems, sortOut, sumMemory, whereabouts } from "../members.ts";
import type { ReadMember, UnreadMember } from "../members.ts";
import type { Member } from "../round.ts";
import { sampleOf } from "../sample.ts";
import { replication, serverVersion } from "../info/server-info.ts";
import { slotCoverage, unservedSlots } from "./slots.ts";
import { slotCount } from "./topology.ts";
import type { ClusterNode, Topology } from "./topology.ts";

/** The results of one round about a cluster. */
export interface ClusterFindings {
  /** Every node that the cluster lists; undefined when the user may not list them. */
  topology?: Topology;
  /** The primaries that serve slots. Without a list, the configured servers. */
  members: readonly Member[];
  /** Whether the members are all primaries that serve slots. */
  all: boolean;
  /** Addresses of members that need not be read, because a member that was read has their data. */
  replaced?: ReadonlySet<string>;
  /** CLUSTER INFO, where it is allowed. */
  state?: Info;
  gaps: readonly string[];
}

/** A cluster as one CLUSTER deployment with one database. */
export function toClusterReading(settings: RedisSettings, findings: ClusterFindings): Reading {
  const { read, unread } = sortOut(findings.members);
  const counted = findings.topology ? read : oneOfEachDataSet(read);
  const wrong = [...verdicts(findings), ...problems(read, unread)];
  const notes = whereabouts(unread);
  const missing = unread.filter(({ address }) => !findings.replaced?.has(address));
  // While a node loads, its last known figures are better.
  const loads = missing.length > 0 && missing.every(({ outcome }) => outcome.status === "loading");
  const troubled: Status = isDown(findings) ? "down" : "degraded";
  const status: Status = loads ? "loading" : wrong.length > 0 ? troubled : "active";
  const complete = findings.all && missing.length === 0 && counted.length > 0;
  const memory = complete ? sumMemory(counted) : unknownMemory;
  const gaps = limitGaps([
    ...findings.gaps,
    ...missing.map((member) => unreadGap(member, settings)),
    ...read.flatMap(({ outcome }) => outcome.gaps),
  ]);
  return {
    deployment: {
      key: settings.key,
      name: settings.name,
      type: "CLUSTER",
      status,
      ...(wrong.length > 0 && { statusMessage: joinSentences(wrong) }),
      ...(!loads && {
        databases: [
          {
            id: "0",
            name: settings.databaseName,
            status,
            version: oldestVersion(read),
            ...memory,
            tlsEnabled: settings.tls !== undefined,
            ...sumEvictions(counted),
            ...clusterFacts(
              counted.map(({ outcome }) => outcome.info),
              findings.topology?.nodes,
            ),
            ...(settings.tellAddress && endpointOf(settings)),
          },
        ],
      }),
      ...(findings.topology && { nodes: toNodes(findings.topology, settings) }),
      ...(gaps.length > 0 && { gaps }),
    },
    ...(complete && {
      samples: [
        sampleOf(
          counted.map(({ outcome }) => outcome),
          memory,
        ),
      ],
    }),
    ...(findings.topology && { cluster: identity(findings.topology.nodes) }),
    notes,
  };
}

/** One of the addresses that lead to the cluster. */
function endpointOf({ addresses: [first] }: RedisSettings): { endpoint?: string } {
  return first ? { endpoint: formatAddress(first) } : {};
}

/** The name of a node in the sentences of a report. Its address stays on this host. */
export function nodeName({ id }: ClusterNode): string {
  return `node ${id.slice(0, 8)}`;
}

/**
 * Sorted, because each node lists them in its own order, and the API would store that as a change. An address is the one
 * that the cluster announces, and leaves the host only if the settings allow it.
 */
function toNodes({ nodes }: Topology, { tellAddress }: RedisSettings): ReportedNode[] {
  const sorted = nodes.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return sorted.slice(0, reportLimits.nodes).map(({ id, primary, replicaOf, failed, slots, address }) => ({
    id: id.slice(0, 8),
    role: primary ? "primary" : "replica",
    ...(replicaOf !== undefined && { replicaOf: replicaOf.slice(0, 8) }),
    slots: primary ? slots : 0,
    state: failed ? "failed" : "ok",
    ...(tellAddress && address && { address: formatAddress(address) }),
  }));
}

/** The evictions of all nodes together. Absent when one of them does not count its own. */
function sumEvictions(counted: readonly ReadMember[]): { evicted?: number } {
  const counts = counted.map(({ outcome }) => outcome.evicted);
  if (counts.length === 0 || counts.includes(undefined)) return {};
  const evicted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return Number.isSafeInteger(evicted) ? { evicted } : {};
}

const unknownMemory = { memoryUsed: null, memoryLimit: null };

/**
 * Whether every request fails with CLUSTERDOWN. A cluster with cluster-require-full-coverage no goes on serving
 * the other slots, and its state stays "ok".
 */
const isDown = ({ state }: ClusterFindings): boolean =>
  state !== undefined && infoField(state, "", "cluster_state") === "fail";

/** The faults that the cluster itself reports. */
function verdicts(findings: ClusterFindings): string[] {
  const { topology, state } = findings;
  const found: string[] = [];
  const down = isDown(findings);
  const unserved = unservedSlots(topology, state && slotCoverage(state));
  if (unserved !== undefined && unserved > 0)
    found.push(
      `${down ? "The cluster is down: " : ""}${unserved} of ${slotCount} hash slots have no working primary.`,
    );
  else if (down) found.push('The cluster is down: cluster state is "fail".');
  for (const node of topology?.nodes ?? [])
    if (node.failed)
      found.push(`${nodeName(node)} has failed. Bring it back, or remove it with CLUSTER FORGET.`);
  return found;
}

/** The limit of a report, in UTF-16 units. */
const gapLimit = 300;

function unreadGap(member: UnreadMember, { tellAddress }: RedisSettings): string {
  const { name, outcome } = member;
  if (outcome.linesToAdd) {
    const { message, linesToAdd, isOfName = false } = outcome;
    const head = `${name} is ${message}, so the memory is not known.`;
    const exact = `${head} ${howToFollow(linesToAdd)}`;
    // A port alone is no address. A network may stay on this host, and what belongs to a name always does.
    const canShow = !isOfName && (tellAddress || !linesToAdd.some(hasNetwork));
    if (canShow && linesToAdd.length > 0 && exact.length <= gapLimit) return exact;
    return `${head} The agent's log and its check command say why, and give the line to add.`;
  }
  const hint =
    outcome.status === "unreachable" ? " If its address is different from here, set addressMap." : "";
  return `${name} could not be read, so the memory is not known: ${outcome.message}${hint}`.slice(
    0,
    gapLimit,
  );
}

/** A replica holds the same data as its primary. If both are configured, only the primary counts. */
function oneOfEachDataSet(read: readonly ReadMember[]): ReadMember[] {
  const chosen = new Map<string, ReadMember>();
  // A replica keeps the id of the former primary until it follows the successor.
  const successors = successorsOf(read);
  for (const member of read) {
    const { dataSet: own, primary = true } = replication(member.outcome.info).replication ?? {};
    const dataSet = own === undefined ? member.address : (successors.get(own) ?? own);
    if (primary || !chosen.has(dataSet)) chosen.set(dataSet, member);
  }
  return [...chosen.values()];
}

/** The oldest version of all nodes, because nodes are upgraded one by one. */
function oldestVersion(read: readonly ReadMember[]): string | null {
  const versions = read.flatMap(({ outcome }) => serverVersion(outcome.info) ?? []);
  const [oldest] = versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return oldest ?? null;
}

/** Node ids survive restarts and failovers. A cluster itself has no id. */
function identity(nodes: readonly ClusterNode[]): string {
  return nodes.map(({ id }) => id).toSorted()[0] ?? "";
}
