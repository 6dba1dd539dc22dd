import { useCallback, useDeferredValue, useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { organizationOf } from "../../../filter/address.ts";
import { paths } from "../../../lib/address/paths.ts";
import { type DeploymentName, keyOf } from "../../../lib/words/deployment-key.ts";
import { nothingJoined } from "../../../lib/words/joined.ts";
import { useMay } from "../../../session/session.ts";
import { useNamedSources } from "../../../sources/named-sources.ts";
import { columnsOf, emptyColumns, shownConfig } from "../../../ui/table/columns.ts";
import type { View } from "../view.ts";
import type { ViewIndex } from "../view-index.ts";
import { deploymentColumns } from "./columns.tsx";
import { factsNow } from "./describe.ts";
import { nameGroups, namesakeMarks } from "./namesakes.ts";
import { columnConfig } from "./stored-columns.ts";

/** Distinguishes rows of the same name. The names of sources load only when there are such rows. */
function useNamesakeMarks(index: ViewIndex | undefined) {
  const rows = useDeferredValue(index?.rows);
  const namesakes = useMemo(() => nameGroups(rows ?? []), [rows]);
  const kinds = useMemo(
    () => [...new Set([...namesakes.values()].flatMap((same) => same.map(({ source }) => source)))],
    [namesakes],
  );
  const sourceOf = useNamedSources(kinds);
  const marks = useMemo(
    () => namesakeMarks(namesakes, ({ via }) => (via === undefined ? undefined : sourceOf(via)?.name)),
    [namesakes, sourceOf],
  );
  return useCallback((deployment: DeploymentListItem) => marks.get(keyOf(deployment)), [marks]);
}

/** The chosen columns of the rows, the address of each row and its name for screen readers. */
export function useRowColumns(
  index: ViewIndex | undefined,
  filter: View["filter"],
  onDelete: ((deployment: DeploymentListItem) => void) | undefined,
) {
  const { search } = useLocation();
  const chosen = columnConfig.use();
  const severalOrganizations = useMay("seeEveryOrganization") && organizationOf(filter) === undefined;
  // Links keep the list's query string, so that the way back leads to the same view.
  const addressOf = useCallback(
    ({ id, organizationId }: DeploymentName) =>
      paths.deployment(id, search, severalOrganizations ? organizationId : undefined),
    [search, severalOrganizations],
  );
  const namesakeMark = useNamesakeMarks(index);
  const rows = index?.rows;
  const empty = useMemo(() => emptyColumns(deploymentColumns, rows ?? []), [rows]);
  const columns = useMemo(() => {
    const factsOf = index?.factsOf ?? factsNow;
    const joined = index?.facts.joined ?? nothingJoined;
    const loadedAt = index?.loadedAt ?? 0;
    const context = { factsOf, addressOf, onDelete, severalOrganizations, joined, loadedAt, namesakeMark };
    return columnsOf(deploymentColumns, context, shownConfig(deploymentColumns, chosen), empty);
  }, [index, addressOf, onDelete, severalOrganizations, namesakeMark, chosen, empty]);
  const labelOf = useCallback(
    (row: DeploymentListItem) =>
      [row.name, namesakeMark(row)].filter((part) => part !== undefined).join(", "),
    [namesakeMark],
  );
  return { columns, addressOf, labelOf };
}
