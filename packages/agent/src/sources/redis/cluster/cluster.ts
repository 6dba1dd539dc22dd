import { formatAddress } from "../../../configuration/address.ts";
import type { RedisSettings } from "../../../configuration/settings.ts";
import type { Reading } from "../../source.ts";
import { nodeName, toClusterReading } from "./reading.ts";
import type { Command } from "../connection/commands.ts";
import type { DataSets } from "./data-sets.ts";
import { completed, findNodes } from "./find-nodes.ts";
import { refusalGap, unknownSlots } from "../gaps.ts";
import { infoField, parseInfo } from "../info/info.ts";
import type { Info } from "../info/info.ts";
import type { Entry, Member, Round } from "../round.ts";
import type { Refusal } from "../server.ts";
import { servingNodes, slotCoverage } from "./slots.ts";
import type { ClusterNode } from "./topology.ts";

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
  const view = { server, settings, asked: { host: entry.address.host, usesTls: settings.tls !== undefined } };
  const found = await findNodes(view, topologyCommands(entry.snapshot.info));
  const partial = (refusal: Refusal, state?: Info) => readPartial(round, settings, dataSets, refusal, state);
  if ("refusal" in found && found.refusal.reason === "failed") return partial(found.refusal);
  const answer = await server.tryTo(["CLUSTER", "INFO"]);
  const state = "reply" in answer && typeof answer.reply === "string" ? parseInfo(answer.reply) : undefined;
  if ("refusal" in found) return partial(found.refusal, state);
  const coverage = state && slotCoverage(state);
  const topology = await completed(round, view, found, coverage);
  const { serving, all } = servingNodes(topology, coverage);
  const members = await Promise.all(serving.slice(0, mostFollowed).map((node) => readNode(round, node)));
  const gaps = "refusal" in answer ? [refusalGap(answer.refusal)] : [];
  if (!all) gaps.unshift(unknownSlots);
  if (serving.length > mostFollowed)
    gaps.unshift(`Only ${mostFollowed} primaries are counted: the cluster has more.`);
  const findings = { topology, members, all, gaps, ...(state && { state }) };
  return { reading: toClusterReading(settings, findings), nodes: topology.nodes };
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

/**
 * CLUSTER SHARDS exists since Redis 7 and has TLS ports. Every version has CLUSTER NODES, which is only sent when
 * SHARDS is refused or does not assign all slots. Valkey's redis_version is the Redis whose commands it has.
 */
export function topologyCommands(info: Info): Command[] {
  const major = Number.parseInt(infoField(info, "server", "redis_version") ?? "0", 10);
  return [...(major >= 7 ? [["CLUSTER", "SHARDS"] as const] : []), ["CLUSTER", "NODES"]];
}
