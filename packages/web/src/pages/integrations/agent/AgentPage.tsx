import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Link, type LoaderFunctionArgs, useParams } from "react-router-dom";
import { queryClient } from "../../../api/query-client.ts";
import { accessKeyQuery } from "../../../api/sources/access-keys.ts";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { isNotFound } from "../../../lib/errors.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { BackBar } from "../../../ui/section/BackBar.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { AgentFacts, AgentStatus } from "../agent-keys/AgentFacts.tsx";
import { AgentDeployments } from "./AgentDeployments.tsx";

/** Starts loading the data while the page's code loads. */
export function loader({ params: { keyId = "" } }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(accessKeyQuery(keyId));
  return null;
}

/** One agent: whether it reports, what it says about itself, and the deployments that it feeds. */
export function Component() {
  return (
    <OwnOrganizationOnly what="sources" isInOverview>
      <Agent />
    </OwnOrganizationOnly>
  );
}

const failure = "Unable to load the agent";

function Agent() {
  const { keyId = "", agentId = "" } = useParams();
  const query = useQuery({ ...accessKeyQuery(keyId), ...useLiveOptions() });
  const { data: key, error, isLoadingError } = query;
  const agent = key?.agents.find(({ id }) => id === agentId);
  const isGone = isNotFound(error) || (key && !agent);
  return (
    <>
      <BackBar to={paths.sources()} query={agent && query} failure={failure}>
        Sources
      </BackBar>
      <PageHeading heading={isGone ? "Agent not found" : (agent?.name ?? agentId)} within="Sources">
        {key && agent && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <AgentStatus stale={agent.stale} />
            {agent.name !== null && <span className="font-mono break-all">{agent.id}</span>}
            <span>
              Reports with{" "}
              <Link to={paths.sourceTab("agent")} className={textLinkClass}>
                <Foreign className="wrap-anywhere">{key.name}</Foreign>
              </Link>
            </span>
          </p>
        )}
      </PageHeading>
      {isGone ? (
        <div className="panel">
          <EmptyState icon={SearchX} title="This agent isn't here">
            Nothing reports with this key under this ID. Silent agents are forgotten after 90 days.
          </EmptyState>
        </div>
      ) : isLoadingError ? (
        <div className="panel">
          <LoadFailure title={failure} query={query} />
        </div>
      ) : (
        <>
          <Section heading="Agent">
            <div className="grid gap-4 p-4">
              {agent ? <AgentFacts agent={agent} /> : <Skeleton className="h-20 w-full" />}
            </div>
          </Section>
          <AgentDeployments via={`${keyId}/${agentId}`} />
        </>
      )}
    </>
  );
}
