/** The longest name of an agent, in UTF-16 units. */
export const longestAgentName = 60;

/** What a first configuration of the agent contains. */
export interface FirstConfiguration {
  /** Address of the API. */
  api: string;
  /** The agent key, or a placeholder for it. */
  key: string;
  /** Name of the first server, as the list will show it. */
  name: string;
  /** Host and port of that server. */
  address?: string;
}

/** Where a server of Redis or Valkey listens unless it is configured otherwise. */
const usualAddress = "localhost:6379";

/** What to write in place of a password. */
export const passwordPlaceholder = "CHOOSE_A_PASSWORD";

/** A text that YAML reads as this text, and not as a number or a truth. */
const plain = /^(?!(true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9-]*$/i;

/** An address that YAML reads as a text. One in brackets is a list, and digits with colons can be a number. */
const plainAddress = /^[a-z][a-z0-9._-]*:\d+$/i;

/**
 * An agent.yaml that works as it is for a server without a password on the agent's host. User, password and
 * TLS are comments. packages/agent/README.md describes every setting.
 */
export function firstConfiguration({ api, key, name, address = usualAddress }: FirstConfiguration): string {
  return `# agent.yaml: what the agent watches, and where it reports to
api: ${api}
key: ${key}

deployments:
  - name: ${plain.test(name) ? name : JSON.stringify(name)}
    address: ${plainAddress.test(address) ? address : JSON.stringify(address)}
    # If the server wants a user, a password or TLS, remove the # of its line:
    # username: shardwatch
    # password: ${passwordPlaceholder}
    # tls: true
`;
}

/**
 * A name for a server from the name of its key: "My laptop" becomes "my-laptop". Two configurations with the same name
 * would be two sources of one deployment.
 */
export const serverNameOf = (keyName: string): string => keyName.trim().toLowerCase().split(/\s+/).join("-");
