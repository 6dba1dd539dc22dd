import { TriangleAlert } from "lucide-react";
import { config } from "../../../lib/settings/config.ts";
import { externalUrl } from "../../../lib/address/external-url.ts";
import { installCommand, serviceCommand } from "../../../sources/setup/install-command.ts";
import { SystemTabs } from "../../../sources/setup/ConfigurationFiles.tsx";
import { agentConfiguration, type ShownKey } from "../../../sources/setup/snippets.ts";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { Fold } from "../../../ui/section/Fold.tsx";

/** The command that installs the agent with a new key. It is shown once, because the key is in it. */
export function InstallAgent({ created }: { created: ShownKey }) {
  const { apiUrl, links } = config();
  const installation = {
    configuration: agentConfiguration(apiUrl, created),
    download: links.agentDownload,
    releases: externalUrl(links.agentReleases ?? null)?.href,
  };
  return (
    <>
      <p>
        It downloads the agent, compares its checksum, writes agent.yaml, tries the connection and runs. It
        needs Node.js 22 or newer, and watches the server at {created.address || "localhost:6379"}. For
        another address, a password or TLS, change agent.yaml and run the last two lines again.
      </p>
      <p className="flex items-center gap-2 text-warn">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        The agent key is in it. Copy it now: you won&rsquo;t see it again.
      </p>
      <SystemTabs title="Command for" codeOf={(system) => installCommand(system, installation)} />
      <Fold title="Keep it running as a service">
        <p>
          With systemd: stop the agent with Ctrl-C, then run this in the same folder. On other systems, let
          the service manager run the last command.
        </p>
        <CodeBlock title="Service with systemd" code={serviceCommand} />
      </Fold>
    </>
  );
}
