import type { ReportingSource } from "@shardwatch/core/contract/deployment/deployment";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { ReportingSourceList } from "../selection/ReportingSourceList.tsx";

/** The sources that report a deployment. */
export function ReportingSourcesSection({
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
