import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { externalUrl } from "../../../lib/address/external-url.ts";

type Managed = Pick<DeploymentListItem, "enterpriseAdminUrl" | "cloudSubscription"> & { type: string };

/**
 * The page at the source that manages a deployment, if its address may become a link. The type may be in any
 * case.
 */
export function managedAt({
  type,
  enterpriseAdminUrl,
  cloudSubscription,
}: Managed): { place: string; url: URL } | undefined {
  const kind = type.toUpperCase();
  const [place, address] =
    kind === "ENTERPRISE"
      ? ["admin console", enterpriseAdminUrl]
      : kind === "CLOUD"
        ? ["cloud subscription", cloudSubscription?.link]
        : [];
  const url = externalUrl(address ?? null);
  return url && place ? { place, url } : undefined;
}
