import { config } from "../../lib/settings/config.ts";
import { CodeBlock } from "../../ui/text/CodeBlock.tsx";
import { Tabs } from "../../ui/section/Tabs.tsx";
import {
  agentConfiguration,
  agentVariables,
  runCommands,
  type ShownKey,
  systemOf,
  systems,
} from "./snippets.ts";
import { wayNames } from "./ways.ts";

interface ExampleProps {
  /** A new key; without one an example with a placeholder is shown. */
  created?: ShownKey;
  onCopied?: () => void;
}

/** The agent's configuration with this environment's address. */
export function ConfigurationExample({ created, onCopied }: ExampleProps) {
  const code = agentConfiguration(config().apiUrl, created);
  return <CodeBlock title="agent.yaml" code={code} {...(onCopied && { onCopied })} />;
}

interface FormsProps {
  created: ShownKey;
  onCopied: () => void;
}

/** A new key in both forms of a configuration: a file with its commands, or environment variables. */
export function ConfigurationForms({ created, onCopied }: FormsProps) {
  const file = (
    <>
      <ConfigurationExample created={created} onCopied={onCopied} />
      <RunCommands />
    </>
  );
  const variables = (
    <>
      <p className="text-muted">
        For a container that watches one server. Write the server&rsquo;s address as the container sees it.
        Use the file with docker run --env-file, or make a Kubernetes secret of it. The agent&rsquo;s README
        has a manifest.
      </p>
      <CodeBlock title="agent.env" code={agentVariables(config().apiUrl, created)} onCopied={onCopied} />
    </>
  );
  return (
    <Tabs
      label="Form of the configuration"
      initial="file"
      tabs={[
        { id: "file", label: "Configuration file", content: file },
        { id: "variables", label: "Environment variables", content: variables },
      ]}
    />
  );
}

/** The commands that run the agent. This browser's system is selected first. */
export function RunCommands() {
  return (
    <Tabs
      label="Operating system"
      initial={systemOf(navigator.platform)}
      tabs={systems.map((id) => ({
        id,
        label: wayNames[id],
        content: <CodeBlock title={`Commands for ${wayNames[id]}`} code={runCommands(id)} />,
      }))}
    />
  );
}
