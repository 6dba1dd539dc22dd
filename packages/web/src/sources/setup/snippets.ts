import type { CreatedAccessKey } from "@shardwatch/core/contract/source/access-key";
import {
  authorityFile,
  firstConfiguration,
  passwordPlaceholder,
  serverNameOf,
  usualAddress,
  type WatchedServer,
} from "@shardwatch/core/kit/agent-configuration";

/** Stands for the key in an example. */
const keyPlaceholder = "YOUR_AGENT_API_KEY";

/** The agent's user name in every example. */
const user = "shardwatch";

/** What a configuration needs to know of a new key and the server to watch. */
export type ShownKey = Pick<CreatedAccessKey, "keyId" | "name" | "compositeKey"> & WatchedServer;

/** The agent's configuration file for this key, or an example with a placeholder. */
export function agentConfiguration(api: string, created?: ShownKey): string {
  if (!created) return firstConfiguration({ api, key: keyPlaceholder, name: "orders" });
  const { name, compositeKey, ...server } = created;
  return firstConfiguration({ ...server, api, key: compositeKey, name: serverNameOf(name) });
}

/** Where a container has the files with the server's password and its certificate's authority. */
export const secretsFolder = "/run/secrets/shardwatch";

/**
 * The same as environment variables without the secrets, for a container with one server. Every new container has
 * another host name, so the agent's id is set: that of the key without its prefix.
 */
export function plainVariables(
  api: string,
  { keyId, name, ...server }: Omit<ShownKey, "compositeKey">,
): Record<string, string> {
  const { address, needsPassword, username, usesTls, hasPrivateAuthority } = server;
  return {
    SHARDWATCH_API: api,
    SHARDWATCH_AGENT_ID: keyId.replace(/^key_/, ""),
    REDIS_NAME: serverNameOf(name),
    REDIS_URL: `${usesTls ? "rediss" : "redis"}://${address || usualAddress}`,
    ...(needsPassword && username && { REDIS_USERNAME: username }),
    ...(usesTls && hasPrivateAuthority && { REDIS_TLS_CA: `${secretsFolder}/${authorityFile}` }),
  };
}

/** The variables with the key, as the lines of a file. A password is not among them. */
export const agentVariables = (api: string, created: ShownKey): string =>
  Object.entries({
    SHARDWATCH_API: api,
    SHARDWATCH_KEY: created.compositeKey,
    ...plainVariables(api, created),
  })
    .map((pair) => `${pair.join("=")}\n`)
    .join("");

export const systems = ["linux", "macos", "windows"] as const;
export type System = (typeof systems)[number];

/** Lets only the person who runs it read a file. */
export const onlyForMe = (system: System, file: string): string =>
  system === "windows" ? `icacls ${file} /inheritance:r /grant:r "\${env:USERNAME}:F"` : `chmod 600 ${file}`;

/** Restricts the file to its owner, checks it, and runs the agent. */
export const runCommands = (system: System): string => `${onlyForMe(system, "agent.yaml")}
node shardwatch-agent.mjs check --config agent.yaml
node shardwatch-agent.mjs run --config agent.yaml
`;

/** The system of this browser, "linux" where it is another one. */
export function systemOf(platform: string): System {
  if (/^win/i.test(platform)) return "windows";
  return /^mac/i.test(platform) ? "macos" : "linux";
}

const createUser = `ACL SETUSER ${user} on >${passwordPlaceholder} resetkeys resetchannels -@all`;

/**
 * The commands that the agent may use, one by one: container commands like +memory would also allow MEMORY
 * PURGE. A server refuses the line for an unknown command, so it lists only commands of Redis 7.0.
 */
export const fullAccess = `${createUser} +info +ping +config|get +client|list +memory|stats +memory|doctor +latency|latest +latency|doctor`;

/** What each command beyond the smallest set adds, and what it lets the agent see. */
export const optionalCommands = [
  {
    command: "+config|get",
    adds: "the memory limit of servers whose INFO lacks it (Redis before 3.2, some managed services).",
    exposes: "the whole configuration, passwords included",
  },
  {
    command: "+client|list",
    adds: "clients by state in the agent's local log, with clientList: true.",
    exposes: "names and addresses of clients",
  },
  {
    command: "+memory|stats +memory|doctor +latency|latest +latency|doctor",
    adds: "nothing today: the agent never sends them.",
    exposes: "statistics of memory and latency, and no data",
  },
] as const;

/** The commands that reports need. */
export const leastAccess = `${createUser} +info +ping`;

/** The additional commands for a cluster node, which discover the other nodes. */
export const clusterAccess = `ACL SETUSER ${user} +cluster|shards +cluster|info`;

const cluster = "https://cluster.example.com:9443";
const admin = "admin@example.com";

/** Finds the role, and creates a user with it. */
export const enterpriseCommands = `# 1. Note the uid of the role whose management is "cluster_viewer"
curl --user ${admin} --cacert cluster-ca.pem ${cluster}/v1/roles

# 2. Create the user with it in place of ROLE_UID
curl --user ${admin} --cacert cluster-ca.pem ${cluster}/v1/users \\
  --header 'Content-Type: application/json' \\
  --data '{
    "email": "shardwatch@example.com",
    "name": "Shardwatch",
    "password": "${passwordPlaceholder}",
    "auth_method": "regular",
    "role_uids": [ROLE_UID],
    "email_alerts": false
  }'
`;

/** A Redis Enterprise cluster among the deployments of the agent's configuration. */
export const enterpriseEntry = `  - type: enterprise
    name: production
    url: ${cluster}
    username: shardwatch@example.com
    password: ${passwordPlaceholder}
    tls:
      ca: cluster-ca.pem
`;
