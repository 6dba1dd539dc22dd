import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import type { Holders } from "./owners.ts";

/** The newest five-minute figures of a deployment. */
export interface DeploymentFigures {
  /** Of all its databases together. */
  total: () => NewestFigures;
  /** Of each database, in no order that means something. */
  all: () => NewestFigures[];
  /** Of each of these databases; undefined for one that has none. */
  ofEach: (databaseIds: readonly string[]) => (NewestFigures | undefined)[];
}

/**
 * Reads the newest five-minute figures of an organization, by the id of each deployment that has some. The first call
 * begins to read, beside the caller's own reads. The second one names the deployments that are wanted. History is a noun above
 * this one, so the caller hands in how it is read.
 */
export type FigureReader = (
  services: Services,
  organization: OrganizationId,
) => (holders: Holders) => Promise<ReadonlyMap<string, DeploymentFigures>>;
