import { Suspense } from "react";
import { lazyModule, useModule } from "../../lib/loading/lazy-module.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import type { DataTableProps, RowsProps } from "./rows.ts";
import { TableView } from "./TableView.tsx";
import { useExpanded } from "./use-row.ts";

/** The cards, whose code only small windows load. The first script has asked for it there. */
export const cards = lazyModule(() => import("./CardList.tsx"));

function Cards<Row>(props: RowsProps<Row>) {
  const { CardList } = useModule(cards);
  return <CardList {...props} />;
}

/** Rows as a table, and as cards with the same fields below 768 px. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const wide = useMedia(wideWindow);
  const expanded = useExpanded();
  if (wide) return <TableView {...props} expanded={expanded} />;
  return (
    <Suspense fallback={<div className="h-dvh" />}>
      <Cards {...props} expanded={expanded} />
    </Suspense>
  );
}
