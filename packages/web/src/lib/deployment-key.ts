import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";

/** What names a deployment: an id alone may be that of two, in two organizations. */
export type DeploymentName = Pick<DeploymentListItem, "id" | "organizationId">;

/** One text for each deployment, for sets and maps and React. */
export const keyOf = ({ id, organizationId }: DeploymentName): string => `${organizationId} ${id}`;
