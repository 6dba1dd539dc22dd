import { passwordFile } from "@shardwatch/core/kit/agent-configuration";
import { type NamedServer, objectName, runContainer } from "./container-commands.ts";
import { secretsFolder } from "./snippets.ts";
import type { Way } from "./ways.ts";

/** Shows on a host whether it reaches the API: it answers {"status":"ok"}. */
export const reachCommand = (api: string): string => `curl -fsS ${api}/health\n`;

/** How to change the settings of an agent that runs already. */
interface Mending {
  instruction: string;
  blocks: readonly { title: string; code: string }[];
}

type Mendable = "denied" | "unreachable";

const inFile: Record<Mendable, string> = {
  denied: `    # Without a user of its own, the password alone. It replaces passwordFile:
    username: shardwatch
    password: THE_PASSWORD
`,
  unreachable: `    address: HOST:PORT
    # If the server speaks TLS only:
    tls: true
`,
};

const inVariables: Record<Mendable, string> = {
  denied: `# Without a user of its own, the password alone:
REDIS_USERNAME=shardwatch
REDIS_PASSWORD=THE_PASSWORD
`,
  unreachable: `# If the server speaks TLS only, rediss:// instead:
REDIS_URL=redis://HOST:PORT
`,
};

const withKubectl: Record<Mendable, (name: string) => string> = {
  denied: (name) => `kubectl patch secret ${name} --patch '{"stringData":{"${passwordFile}":"THE_PASSWORD"}}'
# Without a user of its own, leave REDIS_USERNAME out:
kubectl set env deployment/${name} REDIS_USERNAME=shardwatch REDIS_PASSWORD_FILE=${secretsFolder}/${passwordFile}
kubectl rollout restart deployment/${name}
`,
  unreachable: (name) => `# If the server speaks TLS only, rediss:// instead:
kubectl set env deployment/${name} REDIS_URL=redis://HOST:PORT
`,
};

/** What mends a status. Undefined for one that settings can't mend. */
export function mendingOf(status: string, way: Way, api: string, server: NamedServer): Mending | undefined {
  const fault = (["denied", "unreachable"] as const).find((one) => one === status.toLowerCase());
  if (fault === undefined) return undefined;
  if (way === "kubernetes")
    return {
      instruction: "Run this with your values:",
      blocks: [{ title: "With kubectl", code: withKubectl[fault](objectName(server)) }],
    };
  const isContainer = way === "container";
  const file = isContainer ? "agent.env" : "agent.yaml";
  return {
    instruction: `Change these lines in ${file}, ${isContainer ? "" : "stop the agent with Ctrl-C, "}and run it again:`,
    blocks: [
      { title: `In ${file}`, code: isContainer ? inVariables[fault] : inFile[fault] },
      {
        title: "Run it again",
        code: isContainer
          ? `docker rm --force ${objectName(server)} &&\n${runContainer(api, server)}`
          : "node shardwatch-agent.mjs run --config agent.yaml\n",
      },
    ],
  };
}
