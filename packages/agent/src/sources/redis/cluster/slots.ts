import { infoDigits } from "../info/info.ts";
import type { Info } from "../info/info.ts";
import { slotCount } from "./topology.ts";
import type { ClusterNode, Topology } from "./topology.ts";

/** How many hash slots are assigned to a primary, and how many of them to a failed one. */
export interface SlotCoverage {
  assigned: number;
  failed: number;
}

/**
 * The slots by CLUSTER INFO; undefined when it does not contain them. These figures are right in every version
 * at every moment of a failover.
 */
export function slotCoverage(state: Info): SlotCoverage | undefined {
  const assigned = slotFigure(state, "cluster_slots_assigned");
  const failed = slotFigure(state, "cluster_slots_fail");
  return assigned === undefined || failed === undefined ? undefined : { assigned, failed };
}

/** How many hash slots have no working primary; undefined when it is unknown. */
export function unservedSlots(
  topology: Topology | undefined,
  coverage: SlotCoverage | undefined,
): number | undefined {
  if (coverage) return slotCount - coverage.assigned + coverage.failed;
  if (!topology?.complete) return undefined;
  return slotCount - sumSlots(topology.nodes.filter(({ failed }) => !failed));
}

/**
 * The nodes to which slots are assigned, and whether these are all such nodes. Where the listing leaves out the
 * slots of a node, CLUSTER INFO decides whether any are left for it.
 */
export function servingNodes(
  { nodes, complete }: Topology,
  coverage: SlotCoverage | undefined,
): { serving: ClusterNode[]; all: boolean } {
  if (!coverage) return { serving: nodes.filter(({ slots }) => slots !== 0), all: complete };
  const left = coverage.assigned - sumSlots(nodes);
  const leftForFailed = coverage.failed - sumSlots(nodes.filter(({ failed }) => failed));
  const serving = nodes.filter(({ slots, failed }) =>
    slots === null ? left > 0 && (!failed || leftForFailed > 0) : slots > 0,
  );
  return { serving, all: left <= 0 || serving.some(({ slots }) => slots === null) };
}

function sumSlots(nodes: readonly ClusterNode[]): number {
  return nodes.reduce((sum, { slots }) => sum + (slots ?? 0), 0);
}

function slotFigure(state: Info, name: string): number | undefined {
  const figure = Number(infoDigits(state, "", name));
  return figure <= slotCount ? figure : undefined;
}
