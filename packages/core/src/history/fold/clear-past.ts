import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { find } from "../../organization/organization.ts";
import { clear } from "../../table/clear.ts";
import { everyTrail } from "../trail.keys.ts";
import { runsOfFold } from "./folded.keys.ts";
import { foldProgressRun, trailMoves } from "./progress.table.ts";

/** More than one call of a fold or of a move writes. A deletion that is under way deletes the rest. */
const mostRows = 50_000;

/** What a fold and a move write of the past. The progress is the last: a tick repeats the fold until it is gone. */
const runs = [everyTrail, trailMoves, ...runsOfFold, foldProgressRun] as const;

/**
 * Deletes the past of an organization that does not exist any more, or is being deleted. Call it after rows were written:
 * the deletion may have emptied the partition before. Does nothing for every other organization.
 */
export async function clearPastOfDeleted(services: Services, organization: OrganizationId): Promise<void> {
  if (await find(services, organization)) return;
  const budget = { rows: mostRows };
  for (const run of runs) if (!(await clear(services.table, run(organization), budget))) return;
}
