import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { minute } from "../../kit/time.ts";
import type { Table } from "../../table/table.ts";
import { loadDeployments } from "./load.ts";
import { makeRoom } from "./make-room.ts";

/** How long a process answers from what it has read. Certificates change rarely, and reading them costs as much as all databases. */
const keptFor = 10 * minute;
/** How many organizations, and deployments with a known end, a process keeps together: about 20 MB. */
const mostKept = 100_000;

type Load = (...who: [Services, OrganizationId]) => ReturnType<typeof loadDeployments>;
type Ends = ReadonlyMap<string, string>;
interface Kept {
  readAt: number;
  ends: Promise<Ends>;
  /** One and the number of ends; 0 while they are being read. */
  size: number;
}

/** By table, because tests run several products in one process. */
const kept = new WeakMap<Table, Map<OrganizationId, Kept>>();

/**
 * When the first certificate of each deployment's servers ends, ISO 8601, by the deployment's id, where it is known. At most
 * ten minutes old. Concurrent calls share one reading.
 * @param load reads the deployments
 */
export async function certificateEnds(
  services: Services,
  organization: OrganizationId,
  load: Load = loadDeployments,
): Promise<Ends> {
  const all = kept.get(services.table) ?? new Map<OrganizationId, Kept>();
  kept.set(services.table, all);
  const now = services.clock.now();
  for (const [each, { readAt }] of all) if (now - readAt >= keptFor) all.delete(each);
  const known = all.get(organization) ?? { readAt: now, ends: read(services, organization, load), size: 0 };
  all.set(organization, known);
  try {
    const ends = await known.ends;
    if (known.size === 0) {
      known.size = 1 + ends.size;
      makeRoom(all, { most: mostKept, sizeOf: ({ size }) => size, staying: organization });
    }
    return ends;
  } catch (error) {
    // The next call reads again.
    if (all.get(organization) === known) all.delete(organization);
    throw error;
  }
}

async function read(services: Services, organization: OrganizationId, load: Load): Promise<Ends> {
  const { stored } = await load(services, organization);
  return new Map(
    stored.flatMap(({ item: { id, certificateEnd } }): [string, string][] =>
      certificateEnd === undefined ? [] : [[id, certificateEnd]],
    ),
  );
}
