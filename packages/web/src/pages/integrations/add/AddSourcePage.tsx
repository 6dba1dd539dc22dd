import { type DeploymentSource, deploymentSources } from "@shardwatch/core/contract/source";
import { lazy, type ReactElement, Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { PageHeading } from "../../../layout/PageHeading.tsx";
import { parameters } from "../../../lib/urls.ts";
import { useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { sourceKinds } from "../../../sources/kinds.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Section } from "../../../ui/Section.tsx";
import { KindCards } from "../../../sources/setup/KindCards.tsx";

const AgentSteps = lazy(() => import("./AgentSteps.tsx"));
const RedisCloudSteps = lazy(() => import("./RedisCloudSteps.tsx"));
const AwsSteps = lazy(() => import("./AwsSteps.tsx"));

/** The steps of each kind. A kind without steps does not compile. */
const steps: Record<DeploymentSource, ReactElement> = {
  agent: <AgentSteps />,
  "redis-cloud": <RedisCloudSteps />,
  elasticache: <AwsSteps />,
};

/** One place to add a source: its kind first, then the steps of that kind until something reports. */
export function Component() {
  const [query] = useSearchParams();
  const user = useUser();
  const { create: whyNot } = useSourceRights();
  const wanted = query.get(parameters.kind);
  const kind = deploymentSources.find((one) => one === wanted && sourceKinds[one].isOn());
  return (
    <>
      <PageHeading heading="Add a source">
        <p className="text-muted">Choose where your Redis runs. Each source takes a few minutes.</p>
      </PageHeading>
      {user && !user.organization ? (
        <NoOrganization>Sources belong to an organization.</NoOrganization>
      ) : whyNot === undefined ? (
        <>
          <KindCards chosen={kind} />
          {kind && <Suspense>{steps[kind]}</Suspense>}
        </>
      ) : (
        <Section heading="Not permitted">
          <EmptyState title="You may not add a source">{whyNot}</EmptyState>
        </Section>
      )}
    </>
  );
}
