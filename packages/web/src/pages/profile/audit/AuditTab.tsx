import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { may } from "@shardwatch/core/contract/people/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useId, useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { auditQuery } from "../../../api/people/audit.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useMedia } from "../../../lib/browser/use-media.ts";
import { describeError } from "../../../lib/errors.ts";
import { currentUser, useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { auditColumns, tablet, tabletColumns } from "./audit-columns.tsx";
import { actionTexts } from "./audit-texts.ts";
import { askedBy, readAuditView, useAuditView } from "./audit-view.ts";
import { AuditDetails } from "./AuditDetails.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { ExportAudit } from "./ExportAudit.tsx";

const seesAll = (roles: readonly string[] = []) => may(roles, "seeEveryOrganization");

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const view = readAuditView(new URL(request.url).searchParams, seesAll(currentUser()?.roles));
  void queryClient.prefetchInfiniteQuery(auditQuery(askedBy(view)));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

const detailsWith = (address: boolean) => ({
  label: ({ action }: AuditEvent) => `Details of ${actionTexts[action]}`,
  content: (event: AuditEvent) => <AuditDetails event={event} address={address} />,
});

const failure = "Failed to load the audit";

/** Who changed what in the organization, newest first. */
export function Component() {
  const headingId = useId();
  const choosesOrganization = seesAll(useUser()?.roles);
  const { view, change, clear } = useAuditView(choosesOrganization);
  const asked = useMemo(() => askedBy(view), [view]);
  const { data, error, isLoadingError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(auditQuery(asked));
  const events = useMemo(() => data?.pages.flatMap((page) => page.events), [data]);
  const isTablet = useMedia(tablet);
  const columns = isTablet ? tabletColumns(change) : auditColumns(change);
  return (
    <Section heading="Audit" headingId={headingId} action={<ExportAudit asked={asked} />}>
      <AuditFilters
        view={view}
        events={events ?? []}
        onChange={change}
        onClear={clear}
        choosesOrganization={choosesOrganization}
      />
      {isLoadingError ? (
        <ErrorState
          title={failure}
          text={describeError(error, failure).detail ?? "Please check your connection and try again."}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : events?.length === 0 ? (
        <EmptyState icon={SearchX} title={hasNextPage ? "No events found so far" : "No events found"}>
          {hasNextPage
            ? "Nothing among the newest events matches the filters."
            : "No events match the filters. Events are kept for 400 days."}
        </EmptyState>
      ) : (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={events}
          rowKey={({ id }) => id}
          density="dense"
          details={detailsWith(isTablet)}
        />
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button
            aria-disabled={isFetchingNextPage || undefined}
            onClick={() => void fetchNextPage()}
            className="max-md:h-11"
          >
            {isFetchingNextPage ? "Loading…" : "Show older events"}
          </Button>
        </div>
      )}
    </Section>
  );
}
