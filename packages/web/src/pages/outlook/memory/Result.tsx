import { useMemo } from "react";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { outlookAnchor } from "../../../lib/address/outlook-anchor.ts";
import { useMedia } from "../../../lib/browser/use-media.ts";
import { wideWindow } from "../../../lib/browser/wide-window.ts";
import { rememberPageSize } from "../../../lib/list/page-size.ts";
import { takePage } from "../../../lib/list/paging.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { Pager } from "../../../ui/table/Pager.tsx";
import type { RowContext } from "./columns.tsx";
import { EmptyOutlook } from "./EmptyOutlook.tsx";
import { GroupSection } from "./GroupSection.tsx";
import { groups } from "../../../lib/words/outlook-groups.ts";
import { askedBy, clearedFor, type useOutlook } from "./use-outlook.ts";

/** So many rows of a group are beside the other groups. */
const mostBeside = 10;

interface ResultProps {
  outlook: ReturnType<typeof useOutlook>;
  choosesOrganization: boolean;
}

/** The groups with their databases, or why there are none. */
export function Result({ outlook, choosesOrganization }: ResultProps) {
  const { view, change, isReady, list, now, byGroup, group } = outlook;
  const { data } = list;
  const wide = useMedia(wideWindow);
  const { organizationId, filter } = askedBy(view);
  const context = useMemo((): RowContext => {
    const owner = choosesOrganization ? organizationId : undefined;
    return {
      addressOf: ({ deploymentId, database }: MemoryOutlook) =>
        `${paths.database(deploymentId, database.id, "", owner)}#${outlookAnchor}`,
      asOf: data?.asOf ?? new Date(now).toISOString(),
      now,
    };
  }, [choosesOrganization, organizationId, data?.asOf, now]);
  if (!isReady)
    return (
      <div className="panel">
        <ChooseOrganization what="the outlook" isHere={!wide} />
      </div>
    );
  if (list.isLoadingError)
    return (
      <div className="panel">
        <LoadFailure query={list} title="Unable to Load the Outlook" text={faultOf(list.error)} />
      </div>
    );
  if (!data || !byGroup)
    return (
      <GroupSection
        label={groups[0].label}
        rows={undefined}
        total={undefined}
        isFull={false}
        context={context}
        link={undefined}
      />
    );
  if (data.items.length === 0)
    return (
      <div className="panel">
        <EmptyOutlook
          outlook={data}
          filter={filter}
          onClear={() => change({ filter: clearedFor(view.filter) })}
          choosesOrganization={choosesOrganization}
        />
      </div>
    );
  const shown = groups.filter(({ id }) => (group === undefined ? byGroup[id].length > 0 : id === group));
  return shown.map(({ id, label }) => {
    const rows = byGroup[id];
    const page = takePage(rows, view);
    const isAlone = id === group;
    const allOfGroup =
      rows.length > mostBeside
        ? { to: outlook.addressOf(id), text: `Show all ${formatCount(rows.length)}` }
        : undefined;
    return (
      <GroupSection
        key={id}
        label={label}
        rows={isAlone ? page.rows : rows.slice(0, mostBeside)}
        total={rows.length}
        isFull={id === "full"}
        context={context}
        link={isAlone ? { to: outlook.addressOf(undefined), text: "All groups" } : allOfGroup}
      >
        {isAlone && (
          <Pager
            page={page}
            total={rows.length}
            noun="database"
            onChange={(paging) => {
              rememberPageSize(view.pageSize, paging.pageSize);
              change(paging);
            }}
          />
        )}
      </GroupSection>
    );
  });
}
