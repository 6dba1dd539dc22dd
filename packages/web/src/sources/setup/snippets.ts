import type { CreatedAccessKey } from "@shardwatch/core/contract/source/access-key";
import {
  firstConfiguration,
  passwordPlaceholder,
  serverNameOf,
} from "@shardwatch/core/kit/agent-configuration";

/** Stands for the key in an example. */
const keyPlaceholder = "YOUR_AGENT_API_KEY";

/** The agent's user name in every example. */
const user = "shardwatch";

/** What a configuration needs to know of a new key. */
export type ShownKey = Pick<CreatedAccessKey, "keyId" | "name" | "compositeKey"> & {
  /** Host and port of the server to watch; the usual one when absent or empty. */
  address?: string;
};

/** The agent's configuration file for this key, or an example with a placeholder. */
export function agentConfiguration(api: string, created?: ShownKey): string {
  const name = created ? serverNameOf(created.name) : "orders";
  const address = created?.address ? { address: created.address } : {};
  return firstConfiguration({ api, key: created?.compositeKey ?? keyPlaceholder, name, ...address });
}

/**
 * The same as environment variables, for a container with one server. Every new container has another host name, so
 * the agent's id is set: that of the key without its prefix.
 */
export function agentVariables(api: string, { keyId, name, compositeKey, address }: ShownKey): string {
  return `SHARDWATCH_API=${api}
SHARDWATCH_KEY=${compositeKey}
SHARDWATCH_AGENT_ID=${keyId.replace(/^key_/, "")}
REDIS_NAME=${serverNameOf(name)}
REDIS_URL=redis://${address || "localhost:6379"}
`;
}

export type System = "linux" | "macos" | "windows";

/** Lets only the person who runs it read agent.yaml. */
export const onlyForMe: Record<System, string> = {
  linux: "chmod 600 agent.yaml",
  macos: "chmod 600 agent.yaml",
  windows: 'icacls agent.yaml /inheritance:r /grant:r "${env:USERNAME}:F"',
};

/** Restricts the file to its owner, checks it, and runs the agent. */
export const runCommands = (system: System): string => `${onlyForMe[system]}
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
