import type { Services } from "../access/context.ts";
import { sha256 } from "../kit/hash.ts";
import { allIds } from "../organization/organization.ts";
import { tickOfHour, ticksOfHour } from "./hours.ts";

/** The last tick of an hour begins none, so that its second chance is still in the hour. */
const firstChances = ticksOfHour - 1;

/** The tick of each hour at which an organization is counted: 0 to 10. */
const tickOf = (organization: string): number => sha256(organization).readUInt32BE() % firstChances;

/**
 * Ids of the organizations whose census is due at this tick. Each has one tick in an hour, and the one after it: the
 * schedule may miss a tick. The second census of an hour does nothing.
 */
export async function dueCensuses(services: Services): Promise<string[]> {
  const tick = tickOfHour(services.clock.now());
  return (await allIds(services)).filter((id) => tickOf(id) === tick || tickOf(id) === tick - 1);
}
