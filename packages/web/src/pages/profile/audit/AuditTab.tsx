import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Download, LoaderCircle } from "lucide-react";
import { useMemo, useState } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { auditQuery, type AuditAsked, auditCsv } from "../../../api/people/audit.ts";
import { queryClient } from "../../../api/query-client.ts";
import { OlderButton } from "../../../changes/OlderButton.tsx";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { feedViewAt, isReady as canLoad, useFeedView } from "../../../filter/feed-view.ts";
import { useScopeName } from "../../../filter/ScopeName.tsx";
import { useMedia } from "../../../lib/browser/use-media.ts";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { auditColumns, tablet, tabletColumns } from "./audit-columns.tsx";
import { actionTexts } from "./audit-texts.ts";
import { askedBy, auditChecks } from "./audit-view.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { exportCsv } from "../../../lib/browser/save-file.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Saves every event that the filter matches as CSV. The API has the rows. */
function ExportAudit({ asked }: { asked: AuditAsked }) {
  const [busy, setBusy] = useState(false);
  const Icon = busy ? LoaderCircle : Download;
  async function save() {
    setBusy(true);
    await exportCsv("Audit", "audit", () => auditCsv(asked));
    setBusy(false);
  }
  return (
    <Button aria-disabled={busy || undefined} onClick={() => void save()} className="max-md:h-11">
      <Icon aria-hidden className={`size-4 text-muted ${busy ? "motion-safe:animate-spin" : ""}`} />
      Export CSV
    </Button>
  );
}

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const view = feedViewAt(auditChecks, request.url);
  if (canLoad(view)) void queryClient.prefetchInfiniteQuery(auditQuery(askedBy(view)));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

const detailsWith = (address: boolean) => ({
  label: ({ action }: AuditEvent) => `Details of ${actionTexts[action]}`,
  content: (event: AuditEvent) => <AuditDetails event={event} address={address} />,
});

/** Who changed what in the organization, newest first. */
export function Component() {
  const { view, change, clear, isReady } = useFeedView(auditChecks);
  const asked = useMemo(() => askedBy(view), [view]);
  const query = useInfiniteQuery({ ...auditQuery(asked), enabled: isReady });
  const { data, hasNextPage } = query;
  const scope = useScopeName();
  const events = useMemo(() => data?.pages.flatMap((page) => page.events), [data]);
  const isTablet = useMedia(tablet);
  const columns = isTablet ? tabletColumns(change) : auditColumns(change);
  if (!isReady)
    return (
      <Section heading="Audit">
        <ChooseOrganization what="its audit" />
      </Section>
    );
  return (
    <QuerySection
      heading="Audit"
      action={<ExportAudit asked={asked} />}
      query={query}
      failure="Failed to load the audit"
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      density="dense"
      details={detailsWith(isTablet)}
      above={
        <>
          {scope !== undefined && (
            <p className="border-b border-line px-4 py-2 text-muted">
              What happened in <Foreign className="wrap-anywhere">{scope}</Foreign>
            </p>
          )}
          <AuditFilters view={view} events={events ?? []} onChange={change} onClear={clear} />
        </>
      }
      empty={
        <EmptyState
          icon={SearchX}
          title={hasNextPage ? "No events found so far" : "No events found"}
          scope={scope}
        >
          {hasNextPage
            ? "Nothing among the newest events matches the filters."
            : "No events match the filters. Events are kept for 400 days."}
        </EmptyState>
      }
    >
      <OlderButton feed={query}>Show older events</OlderButton>
    </QuerySection>
  );
}
