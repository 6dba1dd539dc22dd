import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { minute } from "../../kit/time.ts";
import type { Table } from "../../table/table.ts";
import { loadDeployments } from "./load.ts";

/** How long a process answers from what it has read. Certificates change rarely, and reading them costs as much as all databases. */
const keptFor = 10 * minute;

type Ends = ReadonlyMap<string, string>;
interface Kept {
  readAt: number;
  ends: Promise<Ends>;
}

/** By table, because tests run several products in one process. */
const kept = new WeakMap<Table, Map<OrganizationId, Kept>>();

/**
 * When the first certificate of each deployment's servers ends, ISO 8601, by the deployment's id, where it is known. At most
 * ten minutes old. Concurrent calls share one reading.
 */
export async function certificateEnds(services: Services, organization: OrganizationId): Promise<Ends> {
  const all = kept.get(services.table) ?? new Map<OrganizationId, Kept>();
  kept.set(services.table, all);
  const now = services.clock.now();
  for (const [each, { readAt }] of all) if (now - readAt >= keptFor) all.delete(each);
  const known = all.get(organization) ?? { readAt: now, ends: read(services, organization) };
  all.set(organization, known);
  try {
    return await known.ends;
  } catch (error) {
    // The next call reads again.
    if (all.get(organization) === known) all.delete(organization);
    throw error;
  }
}

async function read(services: Services, organization: OrganizationId): Promise<Ends> {
  const { stored } = await loadDeployments(services, organization);
  return new Map(
    stored.flatMap(({ item: { id, certificateEnd } }): [string, string][] =>
      certificateEnd === undefined ? [] : [[id, certificateEnd]],
    ),
  );
}
