import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { type Paging, takePage } from "../../lib/paging.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import type { Column } from "../../ui/rows.ts";
import { counted } from "../../lib/count.ts";
import { BackToAdmin } from "./BackToAdmin.tsx";

interface AdminListProps<Row> {
  heading: string;
  /** One line below it. */
  text: string;
  /** What one row is called: "account". */
  noun: string;
  query: UseQueryResult<Row[]>;
  /** What to say when it cannot be loaded. */
  failure: string;
  columns: readonly Column<Row>[];
  /** The rows that were searched for, in their order; undefined while they are loading. */
  found: readonly Row[] | undefined;
  paging: Paging;
  onTurn: (paging: Paging) => void;
  /** Stands above the rows: by what they are chosen, and how to create one. */
  bar: ReactNode;
  /** Stands in their place when there are none. */
  empty: ReactNode;
}

/** A page of the admin area that lists everything of a kind, to be searched, and to be changed row by row. */
export function AdminList<Row extends { id: string }>(props: AdminListProps<Row>) {
  const { heading, text, noun, query, failure, columns, found, paging, onTurn, bar, empty } = props;
  const headingId = useId();
  const page = takePage(found ?? [], paging);
  return (
    <>
      <BackToAdmin />
      <PageHeading
        heading={heading}
        id={headingId}
        actions={
          <RefreshButton
            updatedAt={query.dataUpdatedAt}
            onRefresh={query.refetch}
            failed={query.isRefetchError ? { title: failure, error: query.error } : undefined}
          />
        }
      >
        <p className="text-muted">{text}</p>
      </PageHeading>
      <p role="status" className="sr-only">
        {found && `${counted(found.length, noun)} found`}
      </p>
      <div className="panel">
        {bar}
        {query.isLoadingError ? (
          <ErrorState
            title={failure}
            text="There has been an error and we are investigating. Please try again later."
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : found?.length === 0 ? (
          empty
        ) : (
          <DataTable
            labelledBy={headingId}
            columns={columns}
            rows={found && page.rows}
            rowKey={({ id }) => id}
          />
        )}
        {found && found.length > 0 && (
          <Pager page={page} total={found.length} noun={`${noun}s`} onChange={onTurn} />
        )}
      </div>
    </>
  );
}
