import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";

/** Identifies a deployment. An id alone is not unique: two organizations may have it. */
export type DeploymentName = Pick<DeploymentListItem, "id" | "organizationId">;

/** One text for each deployment, as a key of sets, maps and React. */
export const keyOf = ({ id, organizationId }: DeploymentName): string => `${organizationId} ${id}`;
