import type { LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { sortBy } from "../../../filter/list-view.ts";
import { useMedia } from "../../../lib/browser/use-media.ts";
import { wideWindow } from "../../../lib/browser/wide-window.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { rememberPageSize } from "../../../lib/list/page-size.ts";
import { takePage } from "../../../lib/list/paging.ts";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { columnsOf } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { Pager } from "../../../ui/table/Pager.tsx";
import { licenseColumns, type RowContext, sortFields } from "./columns.tsx";
import { EmptyLicenses } from "./EmptyLicenses.tsx";
import { licenseSorts } from "./sorts.ts";
import { clearedFor, type useLicenses } from "./use-licenses.ts";

interface ResultProps {
  headingId: string;
  licenses: ReturnType<typeof useLicenses>;
  choosesOrganization: boolean;
  /** The page of a cluster. */
  addressOf: (license: LicenseOutlook) => string;
}

/** The licenses with their pages, or why there are none. */
export function Result({ headingId, licenses, choosesOrganization, addressOf }: ResultProps) {
  const { view, change, asked, isReady, list, rows } = licenses;
  const navigate = useNavigate();
  const wide = useMedia(wideWindow);
  const columns = useMemo(
    () => columnsOf<LicenseOutlook, RowContext>(licenseColumns, { addressOf }),
    [addressOf],
  );
  if (!isReady) return <ChooseOrganization what="licenses" isHere={!wide} />;
  if (list.isLoadingError)
    return <LoadFailure query={list} title="Unable to Load Licenses" text={faultOf(list.error)} />;
  if (rows?.length === 0)
    return (
      <EmptyLicenses
        filter={asked.filter}
        onClear={() => change({ filter: clearedFor(view.filter) })}
        choosesOrganization={choosesOrganization}
      />
    );
  const page = rows && takePage(rows, view);
  return (
    <>
      <DataTable
        labelledBy={headingId}
        columns={columns}
        rows={page?.rows}
        rowKey={({ deploymentId }) => deploymentId}
        onOpen={(row) => void navigate(addressOf(row))}
        sorting={{
          by: view.sort,
          order: view.order,
          onSort: (field) => licenseSorts.isSort(field) && change(sortBy(view, field, sortFields)),
        }}
      />
      {page && (
        <Pager
          page={page}
          total={rows.length}
          noun="license"
          onChange={(paging) => {
            rememberPageSize(view.pageSize, paging.pageSize);
            change(paging);
          }}
        />
      )}
    </>
  );
}
