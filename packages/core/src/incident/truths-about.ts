import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { SilenceScope } from "../contract/silence.ts";
import { watchFleet } from "../deployment/fleet/watch.ts";
import { type Truths, truthsOf } from "./truths.ts";

/** The truths that these scopes need. The fleet is read for filters only: it costs as much as the list of databases. */
export async function truthsAbout(
  services: Services,
  organization: OrganizationId,
  scopes: readonly SilenceScope[],
): Promise<Truths> {
  if (!scopes.some(({ kind }) => kind === "filter")) return () => undefined;
  return truthsOf((await watchFleet(services, organization)).deployments);
}
