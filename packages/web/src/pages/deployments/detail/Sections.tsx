import type { Deployment, ReportingSource } from "@shardwatch/core/contract/deployment/deployment";
import { useTrouble } from "../../../incidents/use-troubles.ts";
import { useUser } from "../../../session/session.ts";
import { CertificateSection } from "./parts/CertificateSection.tsx";
import { ChangesSection } from "./ChangesSection.tsx";
import { DatabaseSection } from "./databases/DatabaseFacts.tsx";
import { DatabasesSection } from "./databases/DatabasesSection.tsx";
import { GapsNotice } from "./GapsNotice.tsx";
import { contextOf } from "./databases/context.ts";
import { HistorySection } from "./HistorySection.tsx";
import { OutlookSection } from "./outlook/OutlookSection.tsx";
import { LicenseSection } from "./parts/LicenseSection.tsx";
import { NodesSection, ShardsSection } from "./parts/PartsSection.tsx";
import { SourceNotice } from "./SourceNotice.tsx";
import { SubscriptionSection } from "./parts/SubscriptionSection.tsx";
import { VersionSection } from "./parts/VersionSection.tsx";
import { ShieldCheck } from "lucide-react";
import { isRead } from "@shardwatch/core/contract/source/source";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../../lib/address/paths.ts";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { ReportingSourceList } from "../selection/ReportingSourceList.tsx";

/** The sources that report a deployment. */
function ReportingSourcesSection({
  sources,
  own,
}: {
  sources: readonly ReportingSource[];
  /** Whether they belong to the person's own organization, and so are among its integrations. */
  own: boolean;
}) {
  const names = sources.map(({ name }) => name);
  const failing = sources.filter(({ failure }) => failure !== null).length;
  const named = names.length > 2 ? `${names.length} sources` : names.join(", ") || "nothing right now";
  return (
    <Disclosure
      title="Reported by"
      summary={
        <>
          {named}
          {failing > 0 && (
            <span className="text-warn">
              {failing === sources.length ? ", failing" : `, ${failing} failing`}
            </span>
          )}
        </>
      }
    >
      {sources.length > 0 ? (
        <ReportingSourceList sources={sources} linked={own} />
      ) : (
        <p className="text-muted">No agent or integration is reporting this deployment.</p>
      )}
    </Disclosure>
  );
}

/** Leads to what is kept of the last report, and what was asked of the servers. */
function PrivacyLink({ deployment: { id, source } }: { deployment: Deployment }) {
  const { search } = useLocation();
  return (
    <Link to={paths.deploymentPrivacy(id, search)} className={`${textLinkClass} justify-self-start text-sm`}>
      <ShieldCheck aria-hidden className="size-4" />
      {isRead(source) ? "What Shardwatch reads" : "What Shardwatch received"}
    </Link>
  );
}

/**
 * What is known of a deployment, below its figures. An only database is first. Several are a table above the charts, and
 * none is said below them. The parts are in the order of the links to them.
 */
export function Sections({ deployment }: { deployment: Deployment }) {
  const {
    source,
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
  const context = contextOf(deployment, useTrouble(deployment));
  const [first, ...others] = databases;
  const only = others.length === 0 ? first : undefined;
  const list = (
    <DatabasesSection anchor="databases" deployment={deployment} databases={databases} {...context} />
  );
  return (
    <>
      <SourceNotice sources={feeds} own={own} />
      {gaps.length > 0 && <GapsNotice source={source} gaps={gaps} />}
      {only && <DatabaseSection anchor="databases" database={only} {...context} />}
      <VersionSection deployment={deployment} />
      {nodes && nodes.length > 0 && <NodesSection nodes={nodes} />}
      {shards && shards.length > 0 && <ShardsSection shards={shards} databases={databases} />}
      {license && <LicenseSection license={license} />}
      {certificateEnd !== undefined && <CertificateSection end={certificateEnd} type={type} />}
      {cloudSubscription && <SubscriptionSection subscription={cloudSubscription} />}
      {others.length > 0 && list}
      {databases.length > 0 && <OutlookSection deployment={deployment} />}
      <HistorySection deployment={deployment} />
      {databases.length === 0 && list}
      <ChangesSection deployment={deployment} />
      <div id="source" tabIndex={-1} className="grid gap-4 outline-none">
        <ReportingSourcesSection sources={feeds} own={own} />
        <PrivacyLink deployment={deployment} />
      </div>
    </>
  );
}
