import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { SilenceScope } from "../../contract/incident/silence.ts";
import { watchFleet } from "../../deployment/fleet/watch.ts";
import { testOf } from "../judging/filter-match.ts";
import { type WatchedDeployment, withPatched } from "../judging/watched.ts";
import { withJoined } from "../judging/watched-joins.ts";
import type { StoredAlerts } from "../rows/incident.table.ts";
import { toPatched } from "../rows/patched.table.ts";
import { filtersOf, type StoredSilence } from "./silence.ts";

/** The deployments that these silences ask about. They are read for filters only: it costs as much as the list of databases. */
export async function fleetFor(
  services: Services,
  organization: OrganizationId,
  silences: readonly Pick<StoredSilence, "scope">[],
  { patched }: Pick<StoredAlerts, "patched">,
): Promise<readonly WatchedDeployment[]> {
  if (!silences.some(({ scope }) => scope.kind === "filter")) return [];
  const fleet = await watchFleet(services, organization);
  return withPatched(
    await withJoined(services, organization, fleet, filtersOf(silences)),
    toPatched(patched),
  );
}

/** Whether a filter leaves nothing of a fleet, as "status:active,other" may. One deployment alone is what was meant. */
export function coversFleet(scope: SilenceScope, deployments: readonly WatchedDeployment[]): boolean {
  if (scope.kind !== "filter" || deployments.length < 2) return false;
  const test = testOf(scope.filter);
  return deployments.every((deployment) => test(deployment) === true);
}
