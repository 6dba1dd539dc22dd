import { cleanText } from "../kit/foreign-text.ts";
import { truncate } from "../kit/text.ts";
import type { News } from "./notification.table.ts";

const longestName = 80;

/** That a deployment is gone, and why. The time makes it another event when the same one is deleted again. */
export function deploymentDeleted(
  deployment: { id: string; name: string },
  at: number,
  reason: string,
): News {
  const name = truncate(cleanText(deployment.name), longestName);
  return {
    event: `deployment ${deployment.id} deleted at ${at}`,
    at,
    type: "DEPLOYMENT_DELETED",
    title: "Deployment deleted",
    message: `${name} was deleted.`,
    reasonMessage: reason,
    names: [name],
  };
}

/** That an organization is gone with all its deployments: one notification for all of them. */
export function organizationDeleted(organization: { id: string; name: string }, at: number): News {
  return {
    event: `organization ${organization.id} deleted`,
    at,
    type: "DEPLOYMENT_DELETED",
    title: "Organization deleted",
    message: `${organization.name} was deleted with its deployments, API keys and integrations.`,
    reasonMessage: `The organization ${organization.name} was deleted.`,
    names: [organization.name],
  };
}
