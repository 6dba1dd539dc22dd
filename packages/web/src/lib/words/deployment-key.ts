import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";

/** Identifies a deployment. An id alone is not unique: two organizations may have it. */
export type DeploymentName = Pick<DeploymentListItem, "id" | "organizationId">;

/** One text for each deployment, as a key of sets, maps and React. */
export const keyOf = ({ id, organizationId }: DeploymentName): string => `${organizationId} ${id}`;

/** The id of the key or the account in a `via`, and of the agent where one is named. */
export function partsOf(via: string): [id: string, agent?: string] {
  const slash = via.indexOf("/");
  return slash === -1 ? [via] : [via.slice(0, slash), via.slice(slash + 1)];
}
