import type { Services } from "../access/context.ts";
import type { SourceReport } from "../deployment/ingest/source-report.ts";
import type { Observation } from "../deployment/rows/observation.ts";
import { slotAt } from "./slots.ts";
import { storeSlots } from "./store.ts";
import type { SlotDeployment } from "./trail-payload.ts";

/**
 * Stores the memory that a reading of an account measured, as the slot in which it was read. Such sources report no other
 * figure.
 * @param isMeasured whether this reading measured the memory of a database; it may repeat an older figure
 */
export async function storeReading(
  services: Services,
  { organization, source, measuredAt, observations }: SourceReport,
  isMeasured: (databaseId: string) => boolean = () => true,
): Promise<void> {
  const deployments = observations.map((one) => toSlot(one, isMeasured));
  const someMeasured = deployments.some(({ databases }) => databases?.used?.some((used) => used !== null));
  if (someMeasured)
    await storeSlots(services, organization, source, [{ slot: slotAt(measuredAt), deployments }]);
}

function toSlot(
  { id, status, databases }: Observation,
  isMeasured: (databaseId: string) => boolean,
): SlotDeployment {
  if (!databases) return { id, status };
  return {
    id,
    status,
    databases: {
      ids: databases.map((database) => database.id),
      used: databases.map((database) => (isMeasured(database.id) ? numberIn(database.memoryUsed) : null)),
      limit: databases.map(({ memoryLimit }) => numberIn(memoryLimit)),
    },
  };
}

const numberIn = (bytes: string | null): number | null => (bytes === null ? null : Number(bytes));
