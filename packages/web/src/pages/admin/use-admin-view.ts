import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { currentQuery } from "../../lib/address/current-query.ts";
import { type Paging, readPaging, writePaging } from "../../lib/list/paging.ts";
import { parameters } from "../../lib/address/urls.ts";

type Filter = typeof parameters.search | typeof parameters.accountsOf;

/** The view of a list in the admin area, as the address encodes it. */
export interface AdminView extends Paging {
  search: string;
  organization: string | undefined;
}

/** The view in the address, and how to change it. Another search or organization starts at the first page. */
export function useAdminView() {
  const [query, setQuery] = useSearchParams();
  const view = useMemo(
    (): AdminView => ({
      ...readPaging(query),
      search: query.get(parameters.search) ?? "",
      organization: query.get(parameters.accountsOf) || undefined,
    }),
    [query],
  );
  function filter(name: Filter, value: string | undefined) {
    const next = writePaging(currentQuery(), { page: 1, pageSize: view.pageSize });
    next.delete(name);
    if (value) next.set(name, value);
    setQuery(next, { replace: name === parameters.search, preventScrollReset: true });
  }
  const showPage = (paging: Paging) => setQuery(writePaging(currentQuery(), paging));
  return { view, filter, showPage };
}
