import { type ReactNode, useId } from "react";
import { Section } from "../section/Section.tsx";
import { LoadFailure, type LoadFailureProps } from "../state/ErrorState.tsx";
import { DataTable } from "./DataTable.tsx";
import type { DataTableProps } from "./rows.ts";

interface QueryTableProps<Row> extends DataTableProps<Row>, Omit<LoadFailureProps, "title"> {
  /** The headline of a failed load. */
  failure: string;
  /** Shown instead of the table while it has no rows. */
  empty?: ReactNode;
}

/** The rows that a query loads, or why there are none. */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { query, failure, text, advice, empty, ...table } = props;
  if (query.isLoadingError) return <LoadFailure query={query} title={failure} text={text} advice={advice} />;
  if (table.rows?.length === 0 && empty !== undefined) return empty;
  return <DataTable {...table} />;
}

interface QuerySectionProps<Row> extends Omit<QueryTableProps<Row>, "labelledBy"> {
  heading: string;
  /** Shown beside the heading. */
  action?: ReactNode;
  /** Shown above the table. */
  above?: ReactNode;
  /** Shown below it. */
  children?: ReactNode;
}

/** A section with the rows that a query loads. */
export function QuerySection<Row>(props: QuerySectionProps<Row>) {
  const { heading, action, above, children, ...table } = props;
  const headingId = useId();
  return (
    <Section heading={heading} headingId={headingId} action={action}>
      {above}
      <QueryTable labelledBy={headingId} {...table} />
      {children}
    </Section>
  );
}
