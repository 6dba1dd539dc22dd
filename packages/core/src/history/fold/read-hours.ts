import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { readHours } from "./folded.table.ts";
import { type DayRange, readHourRows } from "./read-folded.ts";

/** The hours of a deployment on these days, each day that is folded. One Query for a deployment with few databases. */
export async function readFoldedHours(
  services: Services,
  organization: OrganizationId,
  id: string,
  days: DayRange,
): Promise<Timeline[]> {
  return readHours(await readHourRows(services, organization, id, days), services.clock.now());
}
