import { config } from "../../lib/config.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { agentConfiguration, runCommands, type System, systemOf } from "./snippets.ts";

const systems: { id: System; label: string }[] = [
  { id: "linux", label: "Linux" },
  { id: "macos", label: "macOS" },
  { id: "windows", label: "Windows" },
];

interface ExampleProps {
  /** A new key; otherwise a placeholder is shown. */
  agentKey?: string | undefined;
  onCopied?: () => void;
}

/** The agent's configuration with this environment's address. */
export function ConfigurationExample({ agentKey, onCopied }: ExampleProps) {
  const code = agentConfiguration(config().apiUrl, agentKey);
  return <CodeBlock title="agent.yaml" code={code} {...(onCopied && { onCopied })} />;
}

/** The commands that run the agent. This browser's system is selected first. */
export function RunCommands() {
  return (
    <Tabs
      label="Operating system"
      initial={systemOf(navigator.platform)}
      tabs={systems.map(({ id, label }) => ({
        id,
        label,
        content: <CodeBlock title={`Commands for ${label}`} code={runCommands(id)} />,
      }))}
    />
  );
}
