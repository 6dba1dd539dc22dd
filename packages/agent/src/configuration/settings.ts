import type { Secret } from "@shardwatch/core/kit/secret";
import type { IpNetwork } from "../ip-network.ts";
import type { Level } from "../log.ts";

export interface TlsSettings {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
  serverName?: string;
  insecureSkipVerify: boolean;
}

export interface ServerAddress {
  host: string;
  port: number;
}

/** One monitored deployment of Redis or Valkey: a server, a primary with replicas, or a cluster. */
export interface RedisSettings {
  type?: never;
  /** Permanent identity of the deployment; by default the name. */
  key: string;
  name: string;
  databaseName: string | null;
  /**
   * In the file's order, at least one. One of them is enough to find a cluster, if the user may list its
   * nodes.
   */
  addresses: readonly ServerAddress[];
  /**
   * The addresses at which a cluster's nodes are reached from here, by the address that the cluster
   * announces.
   */
  addressMap: ReadonlyMap<string, ServerAddress>;
  /**
   * Networks in which the agent connects to nodes that the cluster announces, beside the configured hosts and the
   * private networks around them. Usually not set.
   */
  clusterNetworks?: readonly IpNetwork[];
  /** Ports at which announced nodes get the password, beside those of the configured servers. Usually not set. */
  clusterPorts?: readonly number[];
  username?: string;
  password?: Secret;
  tls?: TlsSettings;
  clientList: boolean;
  /** Whether the addresses of the deployment and of its nodes may leave the host. Absent for no. */
  tellAddress?: true;
}

/** One monitored cluster of Redis Enterprise, over its REST API. */
export interface EnterpriseSettings {
  type: "enterprise";
  /** Permanent identity of the deployment; by default the cluster's name and creation time. */
  key?: string;
  name: string;
  /** Origin of the REST API: https, host and port. */
  url: string;
  /** The same as host and port. */
  addresses: readonly [ServerAddress];
  /**
   * Hosts, in lower case, that a redirect may name although the cluster's certificate does not cover them.
   */
  nodes: readonly string[];
  username: string;
  password: Secret;
  tls: TlsSettings;
  /** Shown instead of the address derived from the cluster's name and port. */
  adminUrl?: string;
  /** Whether the addresses of the databases and nodes may leave the host. Absent for no. */
  tellAddress?: true;
}

export type DeploymentSettings = RedisSettings | EnterpriseSettings;

export interface ApiSettings {
  /** Without a slash at the end. */
  address: string;
  key: Secret;
  ca?: Buffer;
  /** Whether the key goes over a network without TLS. Absent for no. */
  isInsecure?: true;
}

export interface Settings {
  api: ApiSettings;
  agentId: string;
  /** What people see of the agent. Nothing unless the configuration says so. */
  agentName?: string;
  logLevel: Level;
  /** The file that says how the last report went. None is written unless the configuration says so. */
  healthFile?: string;
  /** Paths of the settings whose secret is in a file that other users of this host may access. */
  exposed: readonly string[];
  deployments: DeploymentSettings[];
}
