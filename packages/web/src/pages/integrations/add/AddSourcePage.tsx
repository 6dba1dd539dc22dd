import { deploymentSources } from "@shardwatch/core/contract/source/source";
import { Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { OwnOrganizationOnly } from "../../../layout/OwnOrganizationOnly.tsx";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { parameters } from "../../../lib/address/urls.ts";
import { useKeep } from "../../../session/chosen-organization.ts";
import { useUser } from "../../../session/session.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { webSources } from "../../../sources/index.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { KindCards } from "../../../sources/setup/KindCards.tsx";
import { pagesOf } from "../kinds.tsx";

/** One place to add a source: its kind first, then the steps of that kind until something reports. */
export function Component() {
  const [query] = useSearchParams();
  const user = useUser();
  const keep = useKeep();
  const { create: whyNot } = useSourceRights();
  const wanted = query.get(parameters.kind);
  const kind = deploymentSources.find((one) => one === wanted && webSources[one].isOn());
  return (
    <>
      <PageHeading heading="Add a source">
        <p className="text-muted">Choose where your Redis runs. Each source takes a few minutes.</p>
      </PageHeading>
      <OwnOrganizationOnly what="sources" isInOverview>
        {user && !user.organization ? (
          <NoOrganization>Sources belong to an organization.</NoOrganization>
        ) : whyNot === undefined ? (
          <>
            <KindCards chosen={kind} keep={keep} />
            {kind && <Suspense>{pagesOf[kind].steps}</Suspense>}
          </>
        ) : (
          <Section heading="Not permitted">
            <EmptyState title="You may not add a source">{whyNot}</EmptyState>
          </Section>
        )}
      </OwnOrganizationOnly>
    </>
  );
}
