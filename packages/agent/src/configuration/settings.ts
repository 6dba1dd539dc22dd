import type { Secret } from "@shardwatch/core/kit/secret";
import type { Level } from "../log.ts";

export interface TlsSettings {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
  serverName?: string;
  insecureSkipVerify: boolean;
}

/** One monitored Redis or Valkey server. */
export interface RedisSettings {
  /** Identity of the deployment for ever; the name unless the file says otherwise. */
  key: string;
  name: string;
  databaseName: string | null;
  host: string;
  port: number;
  username?: string;
  password?: Secret;
  tls?: TlsSettings;
  clientList: boolean;
}

export interface ApiSettings {
  /** Without a slash at the end. */
  address: string;
  key: Secret;
  ca?: Buffer;
}

export interface Settings {
  api: ApiSettings;
  agentId: string;
  logLevel: Level;
  deployments: RedisSettings[];
}
