import { cleanText } from "../kit/foreign-text.ts";
import { truncate } from "../kit/text.ts";
import type { Notice } from "./notification.table.ts";

const longestName = 80;
const longestTitle = 200;

/**
 * The message about a deleted deployment. The time makes a second deletion of the same deployment a different
 * event.
 */
export function deploymentDeleted(
  deployment: { id: string; name: string },
  at: number,
  reason: string,
): Notice {
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

/** The message about a deleted organization. One message covers all its deployments. */
export function organizationDeleted(organization: { id: string; name: string }, at: number): Notice {
  return {
    event: `organization ${organization.id} deleted`,
    at,
    type: "DEPLOYMENT_DELETED",
    title: "Organization deleted",
    message: `${organization.name} was deleted with its deployments, agent keys and integrations.`,
    reasonMessage: `The organization ${organization.name} was deleted.`,
    names: [organization.name],
  };
}

/** The message to a person who was removed from an organization. */
export function removedFrom(organization: { id: string; name: string }, at: number): Notice {
  return {
    event: `removed from ${organization.id} at ${at}`,
    at,
    type: "MEMBER_REMOVED",
    title: "Removed from an organization",
    message: `An admin removed you from ${organization.name}. What you created there stays there.`,
    names: [organization.name],
  };
}

/** The message about a critical incident. */
export function criticalOpened(
  incident: { id: string; title: string; name: string },
  organizationId: string,
  at: number,
): Notice {
  return {
    event: `incident ${incident.id} opened`,
    at,
    type: "INCIDENT",
    title: "Critical incident",
    message: `${truncate(cleanText(incident.title), longestTitle)}.`,
    names: [truncate(cleanText(incident.name), longestName)],
    incidentId: incident.id,
    organizationId,
  };
}

/** One message about many critical incidents, and the ids of the most urgent ones. */
export function manyOpened(
  { name, count, incidentIds }: { name: string; count: number; incidentIds: readonly string[] },
  organizationId: string,
  at: number,
): Notice {
  return {
    event: `incidents ${name} opened`,
    at,
    type: "INCIDENT",
    title: "Critical incidents",
    message: `${count} critical incidents opened at a time. The list of incidents has them all.`,
    incidentIds,
    organizationId,
  };
}
