import { Suspense, use } from "react";
import { useMedia } from "../lib/use-media.ts";
import type { DataTableProps, RowsProps } from "./rows.ts";
import { TableView } from "./TableView.tsx";
import { useExpanded } from "./use-row.ts";

let loading: Promise<typeof import("./CardList.tsx")> | undefined;

/** The cards, whose code only small windows load. The first script has asked for it there. */
function Cards<Row>(props: RowsProps<Row>) {
  const { CardList } = use((loading ??= import("./CardList.tsx")));
  return <CardList {...props} />;
}

/** Rows as a table, and as cards with the same fields below 768 px. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const wide = useMedia("(width >= 48rem)");
  const expanded = useExpanded();
  if (wide) return <TableView {...props} expanded={expanded} />;
  return (
    <Suspense fallback={<div className="h-dvh" />}>
      <Cards {...props} expanded={expanded} />
    </Suspense>
  );
}
