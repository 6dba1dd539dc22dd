import { ExternalLink } from "lucide-react";
import { useId } from "react";
import { config } from "../../lib/settings/config.ts";
import { externalUrl } from "../../lib/address/external-url.ts";
import { TextLink } from "../../ui/text/TextLink.tsx";
import { ConfigurationExample, RunCommands } from "./ConfigurationFiles.tsx";
import { CredentialsSteps } from "./CredentialsSteps.tsx";
import { Step, Steps } from "./Step.tsx";

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
