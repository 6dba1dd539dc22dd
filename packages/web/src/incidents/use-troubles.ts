import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import type { Fact } from "@shardwatch/core/contract/filter/value";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";
import { useMemo } from "react";
import { type DeploymentName, keyOf } from "../lib/words/deployment-key.ts";
import { useMay, useUser } from "../session/session.ts";
import { byDeployment } from "./by-deployment.ts";
import { toPatched } from "./patched.ts";
import { useOpenIncidents } from "./use-open-incidents.ts";

interface Troubles {
  /** By `keyOf`; none after a failure. */
  troubles: ReadonlyMap<string, Trouble>;
  troubleOf: TroubleOf;
}

/**
 * What the open incidents say about deployments. Undefined until they are loaded. Of other organizations, and after a
 * failure, the incidents are not known.
 * @param organization undefined for the person's own
 */
export function useTroubles(organization: string | undefined): Troubles | undefined {
  const own = useUser()?.organization?.id;
  const { data, isLoadingError } = useOpenIncidents(organization);
  const incidents = data?.incidents;
  const patched = data?.patched;
  return useMemo(() => {
    if (!incidents && !isLoadingError) return undefined;
    const whose = incidents && (organization ?? own);
    const troubles = byDeployment(incidents ?? []);
    const troubleOf: TroubleOf = ({ id, organization: organizationId }) =>
      organizationId === whose ? (troubles.get(keyOf({ id, organizationId })) ?? null) : undefined;
    const versions = toPatched(patched);
    const patchedIn = (organizationId: string) => (organizationId === whose ? versions : undefined);
    return { troubles, troubleOf: Object.assign(troubleOf, { patchedIn }) };
  }, [incidents, patched, isLoadingError, organization, own]);
}

/** What they say about one deployment. Null: it is in none. Undefined: that is not known, or not yet. */
export function useTrouble({ id, organizationId }: DeploymentName): Fact<Trouble> {
  const known = useTroubles(useMay("seeEveryOrganization") ? organizationId : undefined);
  return known?.troubleOf({ id, organization: organizationId });
}
