import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { describeError } from "../../lib/errors.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import type { DataTableProps } from "../../ui/table/rows.ts";
import { Section } from "../../ui/section/Section.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";

interface SourceSectionProps<Row> extends Pick<DataTableProps<Row>, "columns" | "rowKey" | "details"> {
  heading: string;
  query: UseQueryResult<Row[]>;
  /** The message of a failed load. */
  failure: string;
  /** The button that opens the form. */
  action: ReactNode;
  /** Shown instead of the table while it is empty, unless the form is open. */
  empty: ReactNode;
  /** Shown above the table: the form, while it is open. */
  children: ReactNode;
}

/** The sources of one kind: agent keys, or connected accounts. */
export function SourceSection<Row>(props: SourceSectionProps<Row>) {
  const { heading, query, failure, action, empty, children, ...table } = props;
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = query;
  const headingId = useId();
  return (
    <>
      {error && !isLoadingError && <StaleNotice title={failure} asOf={dataUpdatedAt} error={error} />}
      <Section heading={heading} headingId={headingId} action={action}>
        {children}
        {isLoadingError ? (
          <ErrorState
            title={failure}
            text={describeError(error, failure).detail ?? "Please try again later."}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : data?.length === 0 ? (
          !children && empty
        ) : (
          <DataTable labelledBy={headingId} rows={data} {...table} />
        )}
      </Section>
    </>
  );
}
