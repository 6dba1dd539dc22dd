import type {
  CloudSubscription,
  ClusterNode,
  Database,
  DeploymentType,
  License,
  OwnFacts,
  Shard,
} from "../../contract/deployment/deployment.ts";
import { persistenceOf } from "../../contract/deployment/persistence.ts";
import type { DeploymentSource } from "../../contract/source/source.ts";
import { digest, sha256 } from "../../kit/hash.ts";
import { derivedId } from "../../kit/ids.ts";

/** The process that observations come from, e.g. one of several agents with the same key. */
export interface SourceInstance {
  kind: DeploymentSource;
  /** Id of the agent key or of the integration. */
  id: string;
  /** Identifies one of the processes that share a key; "-" for integrations. */
  instance: string;
}

/** One database as a source reported it. */
export interface ObservedDatabase extends Database {
  /** Keys that were evicted since the source's last report; absent when the source does not count them. */
  evicted?: number | undefined;
}

/** A database without what only figures hold. */
export function shapeOf({ evicted: _, ...database }: ObservedDatabase): Database {
  return database;
}

/** One deployment as a source reported it, the same for all kinds of sources. Every write starts from it. */
export interface Observation extends OwnFacts {
  id: string;
  name: string;
  type: DeploymentType;
  status: string;
  statusMessage: string | null;
  /** Undefined when they could not be read. The last known ones stay. */
  databases: ObservedDatabase[] | undefined;
  license: License | null;
  cloudSubscription: CloudSubscription | null;
  /**
   * What the source could not read, and which right it needs. When undefined beside unread databases, the
   * stored gaps stay.
   */
  gaps?: readonly string[] | undefined;
  /** The nodes of a cluster, for a source that lists them. They stay beside unread databases, too. */
  nodes?: readonly ClusterNode[] | undefined;
  /** The shards of a Redis Enterprise cluster. */
  shards?: readonly Shard[] | undefined;
  /** When the first of its servers' certificates ends, ISO 8601 in UTC; absent without TLS, and while not known. */
  certificateEnd?: string | undefined;
  /** Whether its source reads more than memory of an ElastiCache account; absent for no, and for other sources. */
  detailedHistory?: boolean | undefined;
  /** How many of each command its source sent to its servers since the last report. Not part of the shape. */
  commands?: Readonly<Record<string, number>> | undefined;
}

/**
 * The id of a deployment. It is derived from the organization in which the source was created, the source's
 * kind and the source's own key for it. So the same server keeps its id when it was deleted and reports
 * again. It also keeps it when its source moves to another organization.
 */
export function deploymentId(origin: string, source: DeploymentSource, key: string): string {
  return derivedId("deployment", sha256(JSON.stringify([origin, source, key])));
}

/** Raised with every field that is added to shapes. `formerFingerprint` then leaves that field out. */
export const shapeVersion = 2;

/** A short hash of everything but the figures. Whether a source counts evicted keys is part of it. */
export function fingerprint(observation: Observation): string {
  const { databases, commands: _, ...rest } = observation;
  const shapes = databases?.map(({ memoryUsed: __, evicted, ...database }) => ({
    ...database,
    ...(evicted !== undefined && { countsEvictions: true }),
    // The list of 0.3.0 did not say these two, so its rows of such databases are written again, and no others.
    ...(database.persistenceFailed === true && { unsaved: true }),
    ...(persistenceOf(database.persistence) !== undefined && { listsPersistence: true }),
  }));
  return short([shapeVersion, rest, shapes ?? null]);
}

/** The fingerprint of the version before: that of 0.2.0, with its fields in its order. */
export function previousReleaseFingerprint(observation: Observation): string {
  const { id, name, type, status, statusMessage } = observation;
  const { license, cloudSubscription, enterpriseAdminUrl, gaps } = observation;
  const shape = {
    id,
    name,
    type,
    status,
    statusMessage,
    license,
    cloudSubscription,
    enterpriseAdminUrl,
    gaps,
  };
  const shapes = observation.databases?.map((database) => ({
    id: database.id,
    name: database.name,
    status: database.status,
    version: database.version,
    memoryLimit: database.memoryLimit,
    tlsEnabled: database.tlsEnabled,
  }));
  return short([shape, shapes ?? null]);
}

const short = (content: unknown): string => digest(JSON.stringify(content)).slice(0, 16);
