import { authorityFile, passwordFile, usualAddress } from "@shardwatch/core/kit/agent-configuration";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { externalUrl } from "../../../lib/address/external-url.ts";
import { config } from "../../../lib/settings/config.ts";
import {
  containerCommand,
  image,
  kubernetesCommand,
  needsHostNetwork,
  watchesLoopback,
} from "../../../sources/setup/container-commands.ts";
import { installCommand, serviceCommand } from "../../../sources/setup/install-command.ts";
import { agentConfiguration, type ShownKey, type System } from "../../../sources/setup/snippets.ts";
import { type Way, wayNames, ways } from "../../../sources/setup/ways.ts";
import { Fold } from "../../../ui/section/Fold.tsx";
import { Tabs } from "../../../ui/section/Tabs.tsx";
import { TextLink } from "../../../ui/text/TextLink.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";

interface InstallAgentProps {
  created: ShownKey;
  /** The way that is selected first. */
  way: Way;
  onWay: (way: Way) => void;
}

/** The command that installs the agent with a new key, for each way to run it. It is shown once: the key is in it. */
export function InstallAgent({ created, way, onWay }: InstallAgentProps) {
  const steps: Record<Way, ReactNode> = {
    container: <InContainer created={created} />,
    kubernetes: <InKubernetes created={created} />,
    linux: <OnSystem created={created} system="linux" />,
    macos: <OnSystem created={created} system="macos" />,
    windows: <OnSystem created={created} system="windows" />,
  };
  return (
    <>
      <p className="flex items-center gap-2 text-warn">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        The agent key is in it. Copy it now: you won&rsquo;t see it again.
      </p>
      <Tabs
        label="Way to run the agent"
        initial={way}
        onChoose={onWay}
        tabs={ways.map((id) => ({ id, label: wayNames[id], content: steps[id] }))}
      />
    </>
  );
}

interface WayProps {
  created: ShownKey;
}

function OnSystem({ created, system }: WayProps & { system: System }) {
  const { apiUrl, links } = config();
  const installation = {
    configuration: agentConfiguration(apiUrl, created),
    needsPassword: created.needsPassword ?? false,
    download: links.agentDownload,
    releases: externalUrl(links.agentReleases ?? null)?.href,
  };
  return (
    <>
      <p>
        It{" "}
        {links.agentDownload === undefined
          ? "compares the agent's checksum"
          : "downloads the agent, compares its checksum"}
        , writes agent.yaml, tries the connection and runs. It needs Node.js 22 or newer, and watches the
        server at {created.address || usualAddress}.
      </p>
      <WithoutNode releases={links.agentDownload === undefined ? installation.releases : undefined} />
      <Secrets created={created} keptIn={passwordFile} />
      <CodeBlock title={`Command for ${wayNames[system]}`} code={installCommand(system, installation)} />
      <Fold title="Keep it running as a service">
        {system === "linux" ? (
          <>
            <p>
              With systemd: stop the agent with Ctrl-C, then run this in the same folder. Without systemd, let
              the service manager run the last command.
            </p>
            <CodeBlock title="Service with systemd" code={serviceCommand(created)} />
          </>
        ) : (
          <p>Let the service manager run the command&rsquo;s last line in the same folder.</p>
        )}
      </Fold>
    </>
  );
}

/** The agent is one file for Node.js, or a program of its own. */
function WithoutNode({ releases }: { releases: string | undefined }) {
  return (
    <p>
      Without Node.js, run it in a container, or as a binary that has Node.js inside:{" "}
      {releases === undefined ? (
        <>
          in a checkout of Shardwatch,{" "}
          <code className="font-mono text-sm text-ink">npm run package-agent</code> makes one for each
          platform.
        </>
      ) : (
        <>
          <TextLink href={releases} target="_blank" rel="noopener noreferrer">
            download the one for your platform
            <span className="sr-only">(opens in a new tab)</span>
          </TextLink>
          , save agent.yaml from the command below next to it, and run it with{" "}
          <code className="font-mono text-sm text-ink">run --config agent.yaml</code>.
        </>
      )}
    </p>
  );
}

function InContainer({ created }: WayProps) {
  const { apiUrl } = config();
  return (
    <>
      <p>
        It writes agent.env, runs the agent in a container and shows its log. Ctrl-C ends only the log.{" "}
        <ImageSource />
      </p>
      {needsHostNetwork(apiUrl, created) && (
        <p>
          With --network host, the container reaches localhost of the machine that it runs on. In Docker
          Desktop, first turn on host networking in the settings.
        </p>
      )}
      <Secrets created={created} keptIn="agent.env" asUser />
      <CodeBlock title="Command for a container" code={containerCommand(apiUrl, created)} />
    </>
  );
}

function InKubernetes({ created }: WayProps) {
  return (
    <>
      <p>
        It creates a secret and a deployment in the current namespace, waits for the first report and shows
        the log. <ImageSource />
      </p>
      {watchesLoopback(created) && (
        <p>In a pod, localhost is the pod itself. Set REDIS_URL below to an address that the pod reaches.</p>
      )}
      <Secrets created={created} keptIn="the secret" />
      <CodeBlock title="Command for Kubernetes" code={kubernetesCommand(config().apiUrl, created)} />
    </>
  );
}

/** Where the image comes from. */
const ImageSource = () => (
  <>
    The image isn&rsquo;t published. In a checkout of Shardwatch,{" "}
    <code className="font-mono text-sm text-ink">npm run image -- agent</code> builds it. Replace {image} with
    its name in your registry. The command is for a POSIX shell; on Windows, use WSL.
  </>
);

/** What the command asks for, and which file it needs. */
function Secrets({ created, keptIn, asUser = false }: WayProps & { keptIn: string; asUser?: boolean }) {
  const { needsPassword, usesTls, hasPrivateAuthority } = created;
  return (
    <>
      {needsPassword && <p>It asks for the server&rsquo;s password and keeps it in {keptIn}.</p>}
      {usesTls && hasPrivateAuthority && (
        <p>
          First save the authority&rsquo;s certificate as {authorityFile} in the same folder
          {asUser && ", readable for every user"}.
        </p>
      )}
    </>
  );
}
