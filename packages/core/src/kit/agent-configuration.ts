/** The longest name of an agent, in UTF-16 units. */
export const longestAgentName = 60;

/** What is known of the first server to watch. */
export interface WatchedServer {
  /** Host and port; the usual ones when absent or empty. */
  address?: string;
  needsPassword?: boolean;
  /** The user with that password; the default user when absent or empty. */
  username?: string;
  usesTls?: boolean;
  /** Whether a private authority signed its certificate. */
  hasPrivateAuthority?: boolean;
}

/** What a first configuration of the agent contains. */
export interface FirstConfiguration extends WatchedServer {
  /** Address of the API. */
  api: string;
  /** The agent key, or a placeholder for it. */
  key: string;
  /** Name of the first server, as the list will show it. */
  name: string;
}

/** Where a server of Redis or Valkey listens unless it is configured otherwise. */
export const usualAddress = "localhost:6379";

/** What to write in place of a password. */
export const passwordPlaceholder = "CHOOSE_A_PASSWORD";

/** The file next to agent.yaml with the server's password. */
export const passwordFile = "redis.password";

/** The file next to agent.yaml with the certificate of a private authority. */
export const authorityFile = "redis-ca.pem";

/** A text that YAML reads as this text, and not as a number or a truth. */
const plain = /^(?!(true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9-]*$/i;

/** An address that YAML reads as a text. One in brackets is a list, and digits with colons can be a number. */
const plainAddress = /^[a-z][a-z0-9._-]*:\d+$/i;

/** The lines for user, password and TLS; comments where none of them is asked for. */
function accessLines({ needsPassword, username, usesTls, hasPrivateAuthority }: WatchedServer): string[] {
  const login = [
    ...(username ? [`username: ${plain.test(username) ? username : JSON.stringify(username)}`] : []),
    `passwordFile: ${passwordFile}`,
  ];
  const tls = hasPrivateAuthority ? ["tls:", `  ca: ${authorityFile}`] : ["tls: true"];
  if (needsPassword || usesTls) return [...(needsPassword ? login : []), ...(usesTls ? tls : [])];
  return [
    "# If the server wants a user, a password or TLS, remove the # of its line:",
    "# username: shardwatch",
    `# password: ${passwordPlaceholder}`,
    "# tls: true",
  ];
}

/**
 * An agent.yaml that works as it is for a server on the agent's host, without a password unless one is asked for.
 * packages/agent/README.md describes every setting.
 */
export function firstConfiguration({ api, key, name, ...server }: FirstConfiguration): string {
  const address = server.address || usualAddress;
  return `# agent.yaml: what the agent watches, and where it reports to
api: ${api}
key: ${key}

deployments:
  - name: ${plain.test(name) ? name : JSON.stringify(name)}
    address: ${plainAddress.test(address) ? address : JSON.stringify(address)}
${accessLines(server)
  .map((line) => `    ${line}\n`)
  .join("")}`;
}

/**
 * A name for a server from the name of its key: "My laptop" becomes "my-laptop". Two configurations with the same name
 * would be two sources of one deployment.
 */
export const serverNameOf = (keyName: string): string => keyName.trim().toLowerCase().split(/\s+/).join("-");
