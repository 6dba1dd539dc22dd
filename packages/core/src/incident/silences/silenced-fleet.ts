import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { SilenceScope } from "../../contract/incident/silence.ts";
import { watchFleet } from "../../deployment/fleet/watch.ts";
import type { StoredSilence } from "./silence.ts";
import { testOf } from "../judging/truths.ts";
import { withFigures } from "../judging/watched-figures.ts";
import type { WatchedDeployment } from "../judging/watched.ts";

/** The deployments that these silences ask about. They are read for filters only: it costs as much as the list of databases. */
export async function fleetFor(
  services: Services,
  organization: OrganizationId,
  silences: readonly Pick<StoredSilence, "scope">[],
): Promise<readonly WatchedDeployment[]> {
  if (!silences.some(({ scope }) => scope.kind === "filter")) return [];
  return await withFigures(services, organization, await watchFleet(services, organization), silences);
}

/** Whether a filter leaves nothing of a fleet, as "status:active,other" may. One deployment alone is what was meant. */
export function coversFleet(scope: SilenceScope, deployments: readonly WatchedDeployment[]): boolean {
  return scope.kind === "filter" && deployments.length > 1 && deployments.every(isTrue(testOf(scope.filter)));
}

const isTrue = (test: ReturnType<typeof testOf>) => (deployment: WatchedDeployment) =>
  test(deployment) === true;
