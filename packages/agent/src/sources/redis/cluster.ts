import { formatAddress } from "../../configuration/address.ts";
import type { RedisSettings } from "../../configuration/settings.ts";
import type { Reading } from "../source.ts";
import { nodeName, toClusterReading } from "./cluster-reading.ts";
import type { Command } from "./commands.ts";
import type { DataSets } from "./data-sets.ts";
import { refusalGap, unknownSlots } from "./gaps.ts";
import { infoField, parseInfo } from "./info.ts";
import type { Info } from "./info.ts";
import type { Entry, Member, Round } from "./round.ts";
import type { Refusal, Server } from "./server.ts";
import { parseShards } from "./shards.ts";
import { servingNodes, slotCoverage } from "./slots.ts";
import { parseNodes, withAddressesOf } from "./topology.ts";
import type { ClusterNode, Topology } from "./topology.ts";

/** A limit, because a hostile node could make the agent connect to any number of addresses. */
export const mostFollowed = 1_000;

/**
 * Finds the cluster's nodes through one of them, and reads all primaries at the same time. If the user may
 * not list the nodes, it reads the configured servers.
 * @param dataSets of the configured servers, by which it knows those that a failover replaced
 * @returns the reading, and the nodes, which lead to the cluster when the configured server is down
 */
export async function readCluster(
  round: Round,
  settings: RedisSettings,
  entry: Entry,
  dataSets: DataSets,
): Promise<{ reading: Reading; nodes?: readonly ClusterNode[] }> {
  const server = round.server(entry.address);
  const found = await findNodes(server, settings, entry);
  const partial = (refusal: Refusal, state?: Info) => readPartial(round, settings, dataSets, refusal, state);
  if ("refusal" in found && found.refusal.reason === "failed") return partial(found.refusal);
  const answer = await server.tryTo(["CLUSTER", "INFO"]);
  const state = "reply" in answer && typeof answer.reply === "string" ? parseInfo(answer.reply) : undefined;
  if ("refusal" in found) return partial(found.refusal, state);
  const { serving, all } = servingNodes(found, state && slotCoverage(state));
  const members = await Promise.all(serving.slice(0, mostFollowed).map((node) => readNode(round, node)));
  const gaps = "refusal" in answer ? [refusalGap(answer.refusal)] : [];
  if (!all) gaps.unshift(unknownSlots);
  if (serving.length > mostFollowed)
    gaps.unshift(`Only ${mostFollowed} primaries are counted: the cluster has more.`);
  const findings = { topology: found, members, all, gaps, ...(state && { state }) };
  return { reading: toClusterReading(settings, findings), nodes: found.nodes };
}

/** The reading of the configured servers, when the cluster's nodes are not known. */
async function readPartial(
  round: Round,
  settings: RedisSettings,
  dataSets: DataSets,
  refusal: Refusal,
  state?: Info,
): Promise<{ reading: Reading }> {
  const members = await readConfigured(round, settings);
  const gaps = [refusalGap(refusal)];
  const replaced = dataSets.replaced(members);
  const findings = { members, all: true, replaced, gaps, ...(state && { state }) };
  return { reading: toClusterReading(settings, findings) };
}

/** The configured servers, named by their position in the configuration. */
export function readConfigured(round: Round, { addresses }: RedisSettings): Promise<Member[]> {
  return Promise.all(
    addresses.map(async (address, index) => ({
      name: addresses.length === 1 ? "address" : `addresses[${index}]`,
      address: formatAddress(address),
      outcome: await round.read(address),
    })),
  );
}

async function readNode(round: Round, node: ClusterNode): Promise<Member> {
  const name = nodeName(node);
  if (!node.address)
    return {
      name,
      address: "unknown",
      outcome: {
        status: "unreachable",
        message: "The cluster does not know its address.",
        code: "NOADDRESS",
      },
    };
  return { name, address: formatAddress(node.address), outcome: await round.read(node.address) };
}

type Found = Topology | { refusal: Refusal };

/** The topology by the first command that gives all of it. */
async function findNodes(
  server: Server,
  { tls, addressMap }: RedisSettings,
  { address, snapshot: { info } }: Entry,
): Promise<Found> {
  const asked = { host: address.host, usesTls: tls !== undefined };
  let refusal: Refusal | undefined;
  let found: Topology | undefined;
  for (const command of topologyCommands(info)) {
    const answer = await server.tryTo(command);
    if ("refusal" in answer) {
      refusal ??= answer.refusal;
      // It does not answer in time: another command would take as long again.
      if (answer.refusal.reason === "failed") break;
      continue;
    }
    const { reply } = answer;
    const topology = typeof reply === "string" ? parseNodes(reply, asked) : parseShards(reply, asked);
    if (topology.nodes.length > 0) found = found ? withAddressesOf(found, topology) : topology;
    else refusal ??= { command, reason: "failed", code: "NONODES" };
    if (found?.complete) break;
  }
  if (found) return { ...found, nodes: found.nodes.map((node) => mapped(node, addressMap)) };
  return { refusal: refusal ?? { command: ["CLUSTER", "NODES"], reason: "failed", code: "NONODES" } };
}

/**
 * CLUSTER SHARDS exists since Redis 7 and has TLS ports. Every version has CLUSTER NODES, which is only sent when
 * SHARDS is refused or does not assign all slots. Valkey's redis_version is the Redis whose commands it has.
 */
export function topologyCommands(info: Info): Command[] {
  const major = Number.parseInt(infoField(info, "server", "redis_version") ?? "0", 10);
  return [...(major >= 7 ? [["CLUSTER", "SHARDS"] as const] : []), ["CLUSTER", "NODES"]];
}

function mapped(node: ClusterNode, addressMap: RedisSettings["addressMap"]): ClusterNode {
  const reached = node.address && addressMap.get(formatAddress(node.address));
  return reached ? { ...node, address: reached } : node;
}
