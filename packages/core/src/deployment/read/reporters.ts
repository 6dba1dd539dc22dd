import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { type AgentHealth, readHealth } from "../rows/agent-health.ts";
import { instanceOfPulse, pulsesOf, pulsesOfSource, sourceOfPulse } from "../rows/deployment.keys.ts";
import { silentAfter } from "../rows/freshness.ts";
import { entriesOf, type PulseRow, refusedOf, reporterPart } from "../rows/pulse.table.ts";

/** One process that reports with a source, e.g. an agent with its key. */
export interface ReporterStatus extends AgentHealth {
  instance: string;
  /** When its last report was received, Unix epoch in milliseconds. */
  receivedAt: number;
  /** Ids of the deployments that it reports and owns. */
  deployments: string[];
  /** Ids of those that it reports but may not take over from another key. */
  refused: string[];
}

type Pulse = Pick<PulseRow, "sk" | "receivedAt" | "entries" | "refused" | "agent">;

/** By source (agent key, integration), for each source the most recent first. */
export type Reporters = ReadonlyMap<string, readonly ReporterStatus[]>;

/** The reporters of an organization. */
export const reporters = async (services: Services, organization: OrganizationId): Promise<Reporters> =>
  await reportersIn(services, pulsesOf(organization));

/** The reporters of one source, the most recent first. Costs 1 RCU for about 60 deployments. */
export async function reportersOf(
  services: Services,
  organization: OrganizationId,
  source: string,
): Promise<ReporterStatus[]> {
  const found = await reportersIn(services, pulsesOfSource(organization, source));
  return [...(found.get(source) ?? [])];
}

async function reportersIn(services: Services, run: ReturnType<typeof pulsesOf>): Promise<Reporters> {
  const { attributes, read } = reporterPart;
  const rows = await services.table.queryAll(run, { attributes });
  return reportersAmong(rows.map((row): Pulse => ({ sk: row.sk, ...read(row) })));
}

export function reportersAmong(pulses: readonly Pulse[]): Reporters {
  const instances = Map.groupBy(pulses, ({ sk }) => `${sourceOfPulse(sk)}#${instanceOfPulse(sk)}`);
  const all = [...instances.values()].map(join);
  const lastFirst = all.toSorted((left, right) => right.receivedAt - left.receivedAt);
  return Map.groupBy(lastFirst, ({ source }) => source);
}

/**
 * Joins the pages of one process. The first page holds its health. A page that is left from an earlier,
 * longer report does not count.
 */
function join(pages: readonly Pulse[]): ReporterStatus & { source: string } {
  const sk = pages[0]?.sk ?? "";
  const receivedAt = Math.max(...pages.map((page) => page.receivedAt));
  const current = pages.filter((page) => receivedAt - page.receivedAt < silentAfter("agent"));
  return {
    source: sourceOfPulse(sk),
    instance: instanceOfPulse(sk),
    receivedAt,
    deployments: [...new Set(current.flatMap((page) => [...entriesOf(page).keys()]))],
    refused: [...new Set(current.flatMap((page) => [...refusedOf(page)]))],
    ...readHealth(pages.find(({ agent }) => agent !== undefined)?.agent),
  };
}

/** Ids of the deployments that one source reports, for the audit. Costs 1 RCU for about 60 of them. */
export async function reportedBy(
  services: Services,
  organization: OrganizationId,
  source: string,
): Promise<string[]> {
  const { attributes, read } = reporterPart;
  const rows = await services.table.queryAll(pulsesOfSource(organization, source), { attributes });
  return [...new Set(rows.flatMap((row) => [...entriesOf(read(row)).keys()]))];
}
