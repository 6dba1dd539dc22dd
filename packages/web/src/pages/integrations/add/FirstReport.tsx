import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { concernOfStatus, isActive } from "@shardwatch/core/contract/filter/severity";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { firstReportQuery } from "../../../api/sources/access-keys.ts";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { paths } from "../../../lib/address/paths.ts";
import { config } from "../../../lib/settings/config.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { Button, buttonClass } from "../../../ui/form/Button.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Problem } from "../../../ui/state/Problem.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { describeError } from "../../../lib/errors.ts";
import { RefusedDeployments } from "../agent-keys/RefusedDeployments.tsx";
import type { NamedServer } from "../../../sources/setup/container-commands.ts";
import { mendingOf, reachCommand } from "../../../sources/setup/mending.ts";
import type { Way } from "../../../sources/setup/ways.ts";

/** How long nothing may come until the page says what may be wrong, in milliseconds. */
const patience = 20_000;

interface FirstReportProps {
  server: NamedServer;
  /** How the agent runs. */
  way: Way;
  /** Starts over with another server. */
  onAnother: () => void;
}

/** Waits for the first report with a key. It says what reports, or why nothing does. */
export function FirstReport({ server, way, onAnother }: FirstReportProps) {
  const { data: key, error, refetch } = useQuery(firstReportQuery(server.keyId));
  const [began] = useState(() => Date.now());
  const isLate = useOverTime((now) => now - began > patience);
  const [first] = key?.deployments.first ?? [];
  return (
    <>
      <div role="status" className="grid gap-2">
        {key && first !== undefined ? (
          <Reporting id={first} more={key.deployments.count - 1} onAnother={onAnother} />
        ) : (
          <p className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
            {key && key.agents.length > 0
              ? "The agent reports. Waiting for its first server…"
              : "Waiting for the first report…"}
          </p>
        )}
        {isLate && key && first === undefined && <WhyNone {...key} way={way} />}
      </div>
      {first !== undefined ? (
        <Mending id={first} server={server} way={way} />
      ) : (
        isLate &&
        key?.agents.length === 0 && (
          <CodeBlock title="Try it on the host" code={reachCommand(config().apiUrl)} />
        )
      )}
      {key && <RefusedDeployments {...key} />}
      {error && (
        <Problem problem={describeError(error, "Can't check for reports")}>
          <Button className="justify-self-start" onClick={() => void refetch()}>
            Retry
          </Button>
        </Problem>
      )}
    </>
  );
}

/** What is known while nothing reports. */
function WhyNone({ lastUsed, agents, way }: AccessKey & { way: Way }) {
  const error = agents.find(({ lastError }) => lastError !== null)?.lastError;
  if (error !== undefined)
    return (
      <p>
        The agent says: <Foreign>{error}</Foreign>
      </p>
    );
  if (agents.length > 0) return <p>Its configuration names no server, or none was read yet.</p>;
  return (
    <p>
      {lastUsed === null ? (
        `The key has not been used yet. The last line of the command's output says what is missing. It needs ${way === "container" || way === "kubernetes" ? "the agent's image" : "Node.js 22, the agent's download,"} and a way to this address:`
      ) : (
        <>
          The key was used <TimeAgo date={lastUsed} />, but no report came. The agent&rsquo;s output says why.
          This has to answer:
        </>
      )}
    </p>
  );
}

/** How often a server that is not well is asked for again, in milliseconds. */
const askAgain = 5_000;

const useFirst = (id: string) =>
  useQuery({
    ...deploymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.status) ? false : askAgain),
  });

const isWell = ({ status }: Pick<Deployment, "status">): boolean =>
  isActive(status) || concernOfStatus(status) === "pending";

interface ReportingProps extends Pick<FirstReportProps, "onAnother"> {
  id: string;
  more: number;
}

function Reporting({ id, more, onAnother }: ReportingProps) {
  const { data } = useFirst(id);
  const isRead = !data || isWell(data);
  return (
    <>
      <p className="flex items-center gap-2 text-ink">
        {isRead ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
        ) : (
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        )}
        <span className="min-w-0 break-words">
          <Link to={paths.deployment(id)} className={textLinkClass}>
            <Foreign>{data?.name ?? "The first server"}</Foreign>
          </Link>{" "}
          {more > 0 ? `and ${more} more are reporting` : "is reporting"}
          {!isRead && ", but the agent can't read it"}
        </span>
      </p>
      {data && !isRead && (
        <p>
          <Foreign className="break-words">{data.statusMessage ?? data.status}</Foreign>
        </p>
      )}
      {isRead && (
        <p className="flex flex-wrap gap-2">
          <Link to={paths.deployments()} className={buttonClass()}>
            Show deployments
          </Link>
          <Button onClick={onAnother}>Add another server</Button>
        </p>
      )}
    </>
  );
}

/** What mends a server that the agent can't read. */
function Mending({ id, server, way }: Omit<FirstReportProps, "onAnother"> & { id: string }) {
  const { data } = useFirst(id);
  const mending = data && !isWell(data) ? mendingOf(data, way, config().apiUrl, server) : undefined;
  if (mending === undefined) return null;
  return (
    <>
      <p>{mending.instruction}</p>
      {mending.blocks.map((block) => (
        <CodeBlock key={block.title} {...block} />
      ))}
    </>
  );
}
