import type {
  CloudSubscription,
  Database,
  DeploymentSource,
  DeploymentType,
  License,
} from "../../contract/deployment.ts";
import { digest, sha256 } from "../../kit/hash.ts";
import { derivedId } from "../../kit/ids.ts";

/** One process of a source, e.g. one of several agents with the same key. Observations come from it. */
export interface SourceInstance {
  kind: DeploymentSource;
  /** Id of the agent key or of the integration. */
  id: string;
  /** Which of the processes that share one key; "-" for integrations. */
  instance: string;
}

/** What a source says about one deployment, whatever the source: the input of every write. */
export interface Observation {
  id: string;
  name: string;
  type: DeploymentType;
  status: string;
  statusMessage: string | null;
  /** Undefined when they could not be read: the last known ones stay. */
  databases: Database[] | undefined;
  license: License | null;
  cloudSubscription: CloudSubscription | null;
  enterpriseAdminUrl: string | null;
  /** What the source could not read, and which right would help. Undefined beside unread databases: as before. */
  gaps?: readonly string[] | undefined;
}

/**
 * The id of a deployment follows from the organization in which its source was created, the kind of the source and the
 * key that the source gives it: the same server keeps its id, also after it was deleted and reports again, and
 * when its source has moved to another organization.
 */
export function deploymentId(origin: string, source: DeploymentSource, key: string): string {
  return derivedId("deployment", sha256(JSON.stringify([origin, source, key])));
}

/** The fingerprint of a page of deployments, from the fingerprints of each. */
export const fingerprintOfPage = (fingerprints: readonly string[]): string =>
  digest(fingerprints.join()).slice(0, 16);

/** A short text that differs when anything but the memory used differs. */
export function fingerprint(observation: Observation): string {
  const { databases, ...rest } = observation;
  const shapes = databases?.map(({ memoryUsed: _, ...database }) => database);
  return digest(JSON.stringify([rest, shapes ?? null])).slice(0, 16);
}
