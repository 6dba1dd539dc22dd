import { config } from "../../lib/settings/config.ts";

/** Starts an agent that is configured already. */
export const runCommand = "node shardwatch-agent.mjs run --config agent.yaml\n";

/** Shows on a host whether it reaches the API: it answers {"status":"ok"}. */
export const reachCommand = (): string => `curl -fsS ${config().apiUrl}/health\n`;

const lines: Readonly<Record<string, string>> = {
  denied: `    # Without a user of its own, the password alone:
    username: shardwatch
    password: THE_PASSWORD
`,
  unreachable: `    address: HOST:PORT
    # If the server speaks TLS only:
    tls: true
`,
};

/** The lines of agent.yaml that mend a status. Undefined for one that they can't mend. */
export const linesAgainst = (status: string): string | undefined => lines[status.toLowerCase()];
