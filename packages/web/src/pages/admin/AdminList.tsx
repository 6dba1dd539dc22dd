import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import type { Paging } from "../../lib/list/paging.ts";
import { QueryTable } from "../../ui/table/QueryTable.tsx";
import { Pager } from "../../ui/table/Pager.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { counted } from "../../lib/words/count.ts";
import { BackLink } from "../../ui/section/BackBar.tsx";
import { paths } from "../../lib/address/paths.ts";
import type { adminList } from "./admin-list.ts";
import type { AdminView } from "./use-admin-view.ts";

interface AdminListProps<Row extends { id: string }> {
  heading: string;
  /** One line below it. */
  text: string;
  /** The name of one row: "account". */
  noun: string;
  query: UseQueryResult<Row[]>;
  columns: readonly Column<Row>[];
  list: ReturnType<typeof adminList<Row>>;
  /** The search and the page. */
  view: AdminView;
  onTurn: (paging: Paging) => void;
  /** Above the rows: the filters and the create button. */
  bar: ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
}

/** A page of the admin area: a searchable list of one kind with actions for each row. */
export function AdminList<Row extends { id: string }>(props: AdminListProps<Row>) {
  const { heading, text, noun, query, columns, list, view, onTurn, bar, empty } = props;
  const headingId = useId();
  const failure = `Failed to load ${noun}s`;
  const [indexOf] = useState(list.createIndexer);
  const index = query.data && indexOf(query.data);
  const page = useMemo(() => index && list.take(index, view), [list, index, view]);
  return (
    <>
      <BackLink to={paths.admin()}>Admin</BackLink>
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
        {page && `${counted(page.total, noun)} found`}
      </p>
      <div className="panel">
        {bar}
        <QueryTable
          query={query}
          failure={failure}
          text="There has been an error and we are investigating. Please try again later."
          labelledBy={headingId}
          columns={columns}
          rows={page?.rows}
          rowKey={({ id }) => id}
          empty={empty}
        />
        {page && page.total > 0 && <Pager page={page} total={page.total} noun={noun} onChange={onTurn} />}
      </div>
    </>
  );
}
