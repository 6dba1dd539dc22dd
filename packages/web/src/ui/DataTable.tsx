import { useMedia } from "../lib/use-media.ts";
import { CardList } from "./CardList.tsx";
import type { DataTableProps } from "./rows.ts";
import { TableView } from "./TableView.tsx";
import { useExpanded } from "./use-row.ts";

/** Rows as a table, and as cards with the same fields below 768 px. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const wide = useMedia("(width >= 48rem)");
  const expanded = useExpanded();
  const Rows = wide ? TableView<Row> : CardList<Row>;
  return <Rows {...props} expanded={expanded} />;
}
