import { formatAddress } from "../../../configuration/address.ts";
import type { RedisSettings } from "../../../configuration/settings.ts";
import type { Command } from "../connection/commands.ts";
import type { Round } from "../round.ts";
import type { Refusal, Server } from "../server.ts";
import { parseShards } from "./shards.ts";
import { servingNodes } from "./slots.ts";
import type { SlotCoverage } from "./slots.ts";
import { parseNodes, withAddressesOf } from "./topology.ts";
import type { Asked, ClusterNode, Topology } from "./topology.ts";

/** A node of the cluster that is asked about the others. */
export interface View {
  server: Server;
  settings: RedisSettings;
  asked: Asked;
}

/** The topology by the first of these commands that lists nodes. */
export async function findNodes(
  { server, settings, asked }: View,
  commands: readonly Command[],
): Promise<Topology | { refusal: Refusal }> {
  let refusal: Refusal | undefined;
  for (const command of commands) {
    const answer = await server.tryTo(command);
    if ("refusal" in answer) {
      refusal ??= answer.refusal;
      // It does not answer in time: another command would take as long again.
      if (answer.refusal.reason === "failed") break;
      continue;
    }
    const { reply } = answer;
    const { nodes, complete } =
      typeof reply === "string" ? parseNodes(reply, asked) : parseShards(reply, asked);
    if (nodes.length > 0) return { nodes: nodes.map((node) => mapped(node, settings.addressMap)), complete };
    refusal ??= { command, reason: "failed", code: "NONODES" };
  }
  return { refusal: refusal ?? { command: ["CLUSTER", "NODES"], reason: "failed", code: "NONODES" } };
}

/**
 * The topology with the primaries that a listing leaves out: by CLUSTER NODES, if the user may run it. Otherwise
 * another node is asked, because some servers leave only themselves out.
 */
export async function completed(
  round: Round,
  view: View,
  found: Topology,
  coverage: SlotCoverage | undefined,
): Promise<Topology> {
  if (found.complete && servingNodes(found, coverage).all) return found;
  const nodes = await findNodes(view, [["CLUSTER", "NODES"]]);
  if (!("refusal" in nodes)) return withAddressesOf(found, nodes);
  const other = found.nodes.find(({ primary, failed, address }) => primary && !failed && address)?.address;
  if (!other || servingNodes(found, coverage).all) return found;
  const asked = { ...view.asked, host: other.host };
  const seen = await findNodes({ ...view, server: round.server(other), asked }, [["CLUSTER", "SHARDS"]]);
  if ("refusal" in seen) return found;
  const known = new Set(found.nodes.map(({ id }) => id));
  return { ...found, nodes: [...found.nodes, ...seen.nodes.filter(({ id }) => !known.has(id))] };
}

function mapped(node: ClusterNode, addressMap: RedisSettings["addressMap"]): ClusterNode {
  const reached = node.address && addressMap.get(formatAddress(node.address));
  return reached ? { ...node, address: reached } : node;
}
