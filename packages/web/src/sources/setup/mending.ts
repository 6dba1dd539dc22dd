import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { authorityFile, passwordFile } from "@shardwatch/core/kit/agent-configuration";
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

const mendable = ["denied", "unreachable", "untrusted"] as const;
type Mendable = (typeof mendable)[number];

const inFile: Record<Mendable, string> = {
  denied: `    # Without a user of its own, the password alone. It replaces passwordFile:
    username: shardwatch
    password: THE_PASSWORD
`,
  unreachable: `    address: HOST:PORT
    # If the server speaks TLS only:
    tls: true
`,
  untrusted: `    # In place of tls: true
    tls:
      ca: ${authorityFile}
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
  untrusted: `REDIS_TLS_CA=${secretsFolder}/${authorityFile}
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
  untrusted: (name) => `authority=$(base64 < ${authorityFile} | tr -d '\\n')
kubectl patch secret ${name} --patch "{\\"data\\":{\\"${authorityFile}\\":\\"$authority\\"}}"
kubectl set env deployment/${name} REDIS_TLS_CA=${secretsFolder}/${authorityFile}
`,
};

type Unread = Pick<Deployment, "status" | "statusMessage">;

/** The agent's message names the setting that is missing. The status is that of a server without an answer. */
function faultOf({ status, statusMessage }: Unread): Mendable | undefined {
  const fault = mendable.find((one) => one === status.toLowerCase());
  return fault === "unreachable" && statusMessage?.includes("Set tls.ca ") ? "untrusted" : fault;
}

/** What mends a deployment that the agent can't read. Undefined for a status that settings can't mend. */
export function mendingOf(
  deployment: Unread,
  way: Way,
  api: string,
  server: NamedServer,
): Mending | undefined {
  const fault = faultOf(deployment);
  if (fault === undefined) return undefined;
  const isContainer = way === "container";
  const first =
    fault === "untrusted"
      ? `Save the authority's certificate as ${authorityFile} in the same folder${isContainer ? ", readable for every user" : ""}. `
      : "";
  if (way === "kubernetes")
    return {
      instruction: `${first}Run this with your values:`,
      blocks: [{ title: "With kubectl", code: withKubectl[fault](objectName(server)) }],
    };
  const mended = fault === "untrusted" ? { ...server, usesTls: true, hasPrivateAuthority: true } : server;
  const file = isContainer ? "agent.env" : "agent.yaml";
  return {
    instruction: `${first}Change these lines in ${file}, ${isContainer ? "" : "stop the agent with Ctrl-C, "}and run it again:`,
    blocks: [
      { title: `In ${file}`, code: isContainer ? inVariables[fault] : inFile[fault] },
      {
        title: "Run it again",
        code: isContainer
          ? `docker rm --force ${objectName(server)} &&\n${runContainer(api, mended)}`
          : "node shardwatch-agent.mjs run --config agent.yaml\n",
      },
    ],
  };
}
