/** Placeholders in the examples. */
export const placeholders = {
  key: "YOUR_AGENT_API_KEY",
  address: "redis.example.com:6379",
  password: "CHOOSE_A_PASSWORD",
} as const;

/** The agent's user name in every example. */
const user = "shardwatch";

/** The agent's configuration file; packages/agent/README.md describes every setting. */
export function agentConfiguration(apiUrl: string, key: string = placeholders.key): string {
  return `# agent.yaml: what the agent watches, and where it reports to
api: ${apiUrl}
key: ${key}

deployments:
  - name: orders
    address: ${placeholders.address}
    username: ${user}
    password: ${placeholders.password}
    # tls: true
`;
}

export type System = "linux" | "macos" | "windows";

const onlyForMe: Record<System, string> = {
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

const createUser = `ACL SETUSER ${user} on >${placeholders.password} resetkeys resetchannels -@all`;

/**
 * The commands that the agent may use, one by one: container commands like +memory would also allow MEMORY
 * PURGE. A server refuses the line for an unknown command, so it lists only commands of Redis 7.0.
 */
export const fullAccess = `${createUser} +info +ping +config|get +client|list +memory|stats +memory|doctor +latency|latest +latency|doctor`;

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
    "password": "${placeholders.password}",
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
    password: ${placeholders.password}
    tls:
      ca: cluster-ca.pem
`;
