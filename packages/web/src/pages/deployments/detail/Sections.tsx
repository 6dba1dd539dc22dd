import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import { useUser } from "../../../session/session.ts";
import { CertificateSection } from "./parts/CertificateSection.tsx";
import { ChangesSection } from "./ChangesSection.tsx";
import { DatabaseSection } from "./databases/DatabaseSection.tsx";
import { DatabasesSection } from "./databases/DatabasesSection.tsx";
import { limitUnreadable } from "./gaps.ts";
import { GapsNotice } from "./GapsNotice.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { LicenseSection } from "./parts/LicenseSection.tsx";
import { NodesSection } from "./parts/NodesSection.tsx";
import { PrivacyLink } from "./PrivacyLink.tsx";
import { ShardsSection } from "./parts/ShardsSection.tsx";
import { ReportingSourcesSection } from "./ReportingSourcesSection.tsx";
import { SourceNotice } from "./SourceNotice.tsx";
import { SubscriptionSection } from "./parts/SubscriptionSection.tsx";
import { detailsOf } from "../../../sources/details.ts";
import { VersionSection } from "./parts/VersionSection.tsx";

/** What is known of a deployment, below its figures. An only database is first, several are a table at the end. */
export function Sections({ deployment }: { deployment: Deployment }) {
  const {
    source,
    status,
    gaps,
    nodes,
    shards,
    license,
    certificateEnd,
    type,
    cloudSubscription,
    feeds,
    organizationId,
    databases,
  } = deployment;
  const own = useUser()?.organization?.id === organizationId;
  const context = {
    lastKnown: isLastKnown(status),
    limitUnreadable: limitUnreadable(gaps),
    reports: detailsOf(source).reports(deployment),
    gaps,
  };
  const [first, ...others] = databases;
  const only = others.length === 0 ? first : undefined;
  return (
    <>
      <SourceNotice sources={feeds} own={own} />
      {gaps.length > 0 && <GapsNotice source={source} gaps={gaps} />}
      {only && <DatabaseSection database={only} {...context} />}
      <VersionSection deployment={deployment} />
      {nodes && nodes.length > 0 && <NodesSection nodes={nodes} />}
      {shards && shards.length > 0 && <ShardsSection shards={shards} databases={databases} />}
      {license && <LicenseSection license={license} />}
      {certificateEnd !== undefined && <CertificateSection end={certificateEnd} type={type} />}
      {cloudSubscription && <SubscriptionSection subscription={cloudSubscription} />}
      <ReportingSourcesSection sources={feeds} own={own} />
      <HistorySection deployment={deployment} />
      {!only && <DatabasesSection databases={databases} {...context} />}
      <ChangesSection deployment={deployment} />
      <PrivacyLink deployment={deployment} />
    </>
  );
}
