import type { Deployment, ReportingSource } from "@shardwatch/core/contract/deployment/deployment";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import { useTrouble } from "../../../incidents/use-troubles.ts";
import { useUser } from "../../../session/session.ts";
import { CertificateSection } from "./parts/CertificateSection.tsx";
import { ChangesSection } from "./ChangesSection.tsx";
import { DatabaseSection } from "./databases/DatabaseFacts.tsx";
import { DatabasesSection } from "./databases/DatabasesSection.tsx";
import { limitUnreadable, gapsId } from "./gaps.ts";
import { HistorySection } from "./HistorySection.tsx";
import { LicenseSection } from "./parts/LicenseSection.tsx";
import { NodesSection, ShardsSection } from "./parts/PartsSection.tsx";
import { SourceNotice } from "./SourceNotice.tsx";
import { SubscriptionSection } from "./parts/SubscriptionSection.tsx";
import { detailsOf } from "../../../sources/details.ts";
import { VersionSection } from "./parts/VersionSection.tsx";
import { EyeOff, ShieldCheck } from "lucide-react";
import { type DeploymentSource, isRead } from "@shardwatch/core/contract/source/source";
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
      {isRead(source) ? "What Shardwatch reads of it" : "What left the host, and which commands were sent"}
    </Link>
  );
}

/** What the source could not read, and the right it lacks. This explains unknown values below. */
function GapsNotice({ source, gaps }: { source: DeploymentSource; gaps: readonly string[] }) {
  return (
    <section
      id={gapsId}
      tabIndex={-1}
      aria-labelledby={`${gapsId}-heading`}
      className="flex items-start gap-2 rounded-lg border border-line bg-warn-soft px-4 py-3"
    >
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="grid min-w-0 gap-1">
        <h2 id={`${gapsId}-heading`} className="font-semibold text-warn">
          {isRead(source) ? "What couldn't be read" : "What the agent couldn't read"}
        </h2>
        <ul className="grid list-disc gap-1 pl-4 text-sm">
          {[...new Set(gaps)].map((gap) => (
            <li key={gap} className="break-words">
              {gap}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

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
    trouble: useTrouble(deployment),
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
