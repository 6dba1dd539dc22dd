import { ExternalLink } from "lucide-react";
import { useId } from "react";
import { config } from "../../lib/config.ts";
import { externalUrl } from "../../lib/external-url.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { ConfigurationExample, RunCommands } from "./ConfigurationFiles.tsx";
import { CredentialsSteps } from "./CredentialsSteps.tsx";
import { Step, Steps } from "./Step.tsx";

/** How to set up an agent: download, configuration and start, and its user on each server. */
export function AgentSetupPanel() {
  const id = useId();
  const releases = externalUrl(config().links.agentReleases);
  return (
    <div className="grid gap-8 p-4">
      <section aria-labelledby={`${id}-agent`} className="grid min-w-0 gap-4">
        <h3 id={`${id}-agent`} className="font-semibold">
          Agent Configuration
        </h3>
        <Steps>
          <Step number={1} title="Download the agent">
            <p>
              With Node.js 22 or newer on the host it is one file, shardwatch-agent.mjs. Without Node.js, take
              the program for your system and put its name in the place of &quot;node
              shardwatch-agent.mjs&quot; below.{" "}
              {releases && (
                <TextLink href={releases.href} target="_blank" rel="noopener noreferrer">
                  Agent releases
                  <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                  <span className="sr-only">(opens in a new tab)</span>
                </TextLink>
              )}
            </p>
          </Step>
          <Step number={2} title="Create its configuration file">
            <p>
              Save this as agent.yaml beside the agent, with your API key, your servers, and the user that you
              create there as shown below. Key and password can stand in files of their own: keyFile,
              passwordFile.
            </p>
            <ConfigurationExample />
          </Step>
          <Step number={3} title="Run the agent">
            <p>
              The first command keeps the file to you, the second tries everything and says what is missing.
              The deployments are in the list within a minute. The agent&apos;s README tells how to keep it
              running as a service.
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
