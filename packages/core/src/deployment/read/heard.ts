import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { pulsesOf } from "../../table/keys.ts";
import { type AgentHealth, readHealth } from "../rows/agent-health.ts";
import { silentAfter } from "../rows/freshness.ts";
import { entriesOf, instanceOfPulse, type PulseRow, refusedOf, sourceOfPulse } from "../rows/pulse.table.ts";

/** One process that reports with a source, e.g. an agent with its key. */
export interface Heard extends AgentHealth {
  instance: string;
  /** When it was last heard, Unix epoch in milliseconds. */
  rx: number;
  /** Ids of the deployments whose state it tells. */
  deployments: string[];
  /** Ids of those that it reports, but may not take over from another key. */
  refused: string[];
}

type Pulse = Pick<PulseRow, "sk" | "rx" | "entries" | "refused" | "agent">;

/** Who reports to an organization, by source (agent key, integration); the last heard of each stands first. */
export async function heard(house: House, organization: OrganizationId): Promise<Map<string, Heard[]>> {
  const attributes = ["sk", "rx", "entries", "refused", "agent"] as const;
  const pulses = await house.table.queryAll<Pulse>(pulsesOf(organization), { attributes });
  const instances = Map.groupBy(pulses, ({ sk }) => `${sourceOfPulse(sk)}#${instanceOfPulse(sk)}`);
  const all = [...instances.values()].map(join).toSorted((left, right) => right.rx - left.rx);
  return Map.groupBy(all, ({ source }) => source);
}

/**
 * The pages of one process as one; its first page holds what it tells of itself. A page that was left behind when
 * there was less to report no longer counts.
 */
function join(pages: readonly Pulse[]): Heard & { source: string } {
  const sk = pages[0]?.sk ?? "";
  const rx = Math.max(...pages.map((page) => page.rx));
  const current = pages.filter((page) => rx - page.rx < silentAfter.agent);
  return {
    source: sourceOfPulse(sk),
    instance: instanceOfPulse(sk),
    rx,
    deployments: [...new Set(current.flatMap((page) => [...entriesOf(page).keys()]))],
    refused: [...new Set(current.flatMap((page) => [...refusedOf(page)]))],
    ...readHealth(pages.find(({ agent }) => agent !== undefined)?.agent),
  };
}
