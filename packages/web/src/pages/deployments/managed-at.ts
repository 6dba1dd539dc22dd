import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { externalUrl } from "../../lib/external-url.ts";

type Managed = Pick<DeploymentListItem, "type" | "enterpriseAdminUrl" | "cloudSubscription">;

/** The page at the source where a deployment is managed, if it has one that may become a link. */
export function managedAt({
  type,
  enterpriseAdminUrl,
  cloudSubscription,
}: Managed): { place: string; url: URL } | undefined {
  const [place, address] =
    type === "ENTERPRISE"
      ? ["admin console", enterpriseAdminUrl]
      : type === "CLOUD"
        ? ["cloud subscription", cloudSubscription?.link]
        : [];
  const url = externalUrl(address ?? null);
  return url && place ? { place, url } : undefined;
}
