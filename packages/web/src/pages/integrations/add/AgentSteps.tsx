import { useCallback, useState } from "react";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { PermissionSteps } from "../../../sources/setup/PermissionSteps.tsx";
import { Step, Steps } from "../../../sources/setup/Step.tsx";
import { useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { CreateKeyForm } from "../agent-keys/CreateKeyForm.tsx";
import { FirstReport } from "./FirstReport.tsx";
import { TriangleAlert } from "lucide-react";
import { config } from "../../../lib/settings/config.ts";
import { externalUrl } from "../../../lib/address/external-url.ts";
import { installCommand, serviceCommand } from "../../../sources/setup/install-command.ts";
import { SystemTabs } from "../../../sources/setup/ConfigurationFiles.tsx";
import { agentConfiguration, type ShownKey } from "../../../sources/setup/snippets.ts";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { Fold } from "../../../ui/section/Fold.tsx";

/** The command that installs the agent with a new key. It is shown once, because the key is in it. */
function InstallAgent({ created }: { created: ShownKey }) {
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

/** A new key, and its secret while this page shows it. */
type Created = Pick<CreatedKey, "keyId" | "name"> & { compositeKey?: string; address?: string };

/** Name, key and command, then the wait for the first report. */
export default function AgentSteps() {
  // The only place that holds the secret. When it leaves this state, it is gone.
  const [created, setCreated] = useState<Created>();
  const forget = useCallback(
    () => setCreated((before) => before && { keyId: before.keyId, name: before.name }),
    [],
  );
  useForgetOnLeave(forget);
  const { compositeKey } = created ?? {};

  return (
    <Section heading="Watch servers with an agent">
      <div className="p-4">
        <Steps>
          <Step number={1} title="Name it after the server or its host">
            {created ? (
              <p>
                The agent key <strong className="text-ink">{created.name}</strong> was created.
              </p>
            ) : (
              <CreateKeyForm asksAddress onCreated={(key, address) => setCreated({ ...key, address })} />
            )}
          </Step>
          <Step number={2} title="Run this command on the host">
            {created && compositeKey !== undefined && <InstallAgent created={{ ...created, compositeKey }} />}
            {created && compositeKey === undefined && (
              <p>The key can't be shown again. Revoke it and add the source anew if you didn't copy it.</p>
            )}
          </Step>
          <Step number={3} title="See it report">
            {created && <FirstReport keyId={created.keyId} />}
          </Step>
        </Steps>
        <div className="mt-6 grid gap-3 border-t border-line pt-4">
          <h3 className="font-medium">Where the server has passwords: a user for the agent</h3>
          <PermissionSteps />
        </div>
      </div>
    </Section>
  );
}
