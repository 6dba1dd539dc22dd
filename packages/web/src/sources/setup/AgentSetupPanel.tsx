import { ExternalLink } from "lucide-react";
import { type ReactNode, useId } from "react";
import { config } from "../../lib/settings/config.ts";
import { externalUrl } from "../../lib/address/external-url.ts";
import { TextLink } from "../../ui/text/TextLink.tsx";
import { ConfigurationExample, RunCommands } from "./ConfigurationFiles.tsx";
import { Step, Steps } from "./Step.tsx";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { PermissionSteps } from "./PermissionSteps.tsx";
import { enterpriseCommands, enterpriseEntry } from "./snippets.ts";

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-3">
      <h4 className="font-medium text-ink">{title}</h4>
      {children}
    </div>
  );
}

/** How to create a user for the agent, on each kind of server. */
function CredentialsSteps() {
  return (
    <div className="grid gap-8 text-muted">
      <p>Create a read-only user for the agent.</p>
      <Way title="Open-source Redis and Valkey: ACL commands">
        <PermissionSteps />
      </Way>
      <Way title="Redis Enterprise: REST API">
        <p>
          Create a user with the Cluster Viewer role. It can read the cluster, its databases and its license,
          but no data. Only a cluster administrator can create it.
        </p>
        <CodeBlock title="Create the user with the REST API" code={enterpriseCommands} />
        <p>
          If the cluster has no such role, create one with POST /v1/roles with "management": "cluster_viewer".
          If the API answers 501 (no RBAC), send "role": "cluster_viewer" instead of role_uids.
        </p>
      </Way>
      <Way title="Redis Enterprise: admin UI">
        <ol className="ml-5 grid list-decimal gap-1">
          <li>
            Open Access Control, then Roles, and look for a role whose cluster management role is Cluster
            Viewer.
          </li>
          <li>If there is none, add one with Cluster Viewer and no database access.</li>
          <li>Open Users, and add a user with an email, a password and that role.</li>
          <li>Add the email and password to agent.yaml.</li>
        </ol>
        <p>Either way, add the cluster to the deployments in agent.yaml:</p>
        <CodeBlock title="A Redis Enterprise cluster in agent.yaml" code={enterpriseEntry} />
      </Way>
    </div>
  );
}

const command = '"node shardwatch-agent.mjs"';
const singleFile = "With Node.js 22 or newer, you can use the single file shardwatch-agent.mjs.";

/** How to set up an agent: download, configuration and start, and its user on each server. */
export function AgentSetupPanel() {
  const id = useId();
  const releases = externalUrl(config().links.agentReleases ?? null);
  return (
    <div className="grid gap-8 p-4">
      <section aria-labelledby={`${id}-agent`} className="grid min-w-0 gap-4">
        <h3 id={`${id}-agent`} className="font-semibold">
          Agent Configuration
        </h3>
        <Steps>
          <Step number={1} title={releases ? "Download the agent" : "Get the agent"}>
            {releases ? (
              <p>
                Download the binary for your platform and replace {command} below with its name. {singleFile}{" "}
                <TextLink href={releases.href} target="_blank" rel="noopener noreferrer">
                  Agent releases
                  <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                  <span className="sr-only">(opens in a new tab)</span>
                </TextLink>
              </p>
            ) : (
              <p>
                There's no download here. Ask the people who run Shardwatch, or make it yourself: in a
                checkout of Shardwatch, npm run package-agent makes the binaries, and npm run image makes a
                container image. Replace {command} below with the name of your binary. {singleFile}
              </p>
            )}
          </Step>
          <Step number={2} title="Create its configuration file">
            <p>
              Save this as agent.yaml next to the agent, and fill in your agent key, your servers, and the
              Redis user you create below. To keep secrets out of the file, use keyFile and passwordFile.
            </p>
            <ConfigurationExample />
          </Step>
          <Step number={3} title="Run the agent">
            <p>
              Restrict access to the file, check the setup, then run the agent. Deployments appear within a
              minute. To run it as a service, see the agent's README.
            </p>
            <RunCommands />
          </Step>
        </Steps>
      </section>
      <section aria-labelledby={`${id}-redis`} className="grid min-w-0 gap-4 border-t border-line pt-6">
        <h3 id={`${id}-redis`} className="font-semibold">
          Redis Credentials Setup
        </h3>
        <CredentialsSteps />
      </section>
    </div>
  );
}
