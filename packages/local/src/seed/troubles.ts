import type { DemoDeployment } from "./fleet/demo.ts";
import { shareOf } from "./share.ts";

/** What agents say of a server or a cluster, by status. Only clusters and their nodes have parts that can fail. */
const words = {
  STANDALONE: {
    unreachable: "Connection refused. Check that the server is running and its port is open to the agent.",
    degraded: "A long-running script is blocking the server. SCRIPT KILL or FUNCTION KILL ends it.",
  },
  CLUSTER: {
    unreachable: "None of the cluster's nodes answers. Check the network between the agent and the cluster.",
    degraded: "node NODE has failed. Bring it back, or remove it with CLUSTER FORGET.",
  },
  ENTERPRISE: {
    unreachable:
      "The databases could not be read. Connection refused. Check that the cluster's API is open to the agent.",
    degraded: "1 of 3 nodes is not active: down.",
  },
} as const;

export type TroubleStatus = "unreachable" | "degraded";

/** What the agent says of a deployment with that status. */
export function troubleOf(
  { type, key }: Pick<DemoDeployment, "type" | "key">,
  status: TroubleStatus,
): { status: TroubleStatus; message: string } {
  const text = words[type === "CLOUD" ? "STANDALONE" : type][status];
  const node = Math.floor(shareOf(`${key} node`) * 0xff_ff_ff_ff).toString(16);
  return { status, message: text.replace("NODE", node.padStart(8, "0")) };
}
