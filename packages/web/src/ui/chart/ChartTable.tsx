import { useMemo, useState } from "react";
import { type Paging, takePage } from "../../lib/list/paging.ts";
import { pointText } from "../../lib/time/zone.ts";
import { isMeasured } from "./colors.ts";
import { type ChartContent, stepOf } from "./options.ts";
import type { ChartBasis, ChartUnit } from "./types.ts";
import { counts } from "./units.ts";
import { Pager } from "../table/Pager.tsx";
import type { Column } from "../table/rows.ts";
import { TableView } from "../table/TableView.tsx";
import { useExpanded } from "../table/use-row.ts";
import { Unknown } from "../text/Unknown.tsx";

interface Row {
  /** Unix seconds. */
  time: number;
  /** The place of its values. */
  point: number;
}

const valueCell = (value: number | null, { text }: ChartUnit, isSilent: boolean) =>
  value === null ? <Unknown why={isSilent ? "No report" : "Not known"} /> : text(value);

/** The least width of a column with figures below a header, in rem. A longer name takes a second line. */
const widthFor = (header: string) => Math.min(12, Math.max(6.5, header.length * 0.45 + 1.5));

const basisColumn = ({ label, values }: ChartBasis): Column<Row> => ({
  id: "basis",
  header: label,
  align: "end",
  rem: widthFor(label),
  cell: ({ point }) => valueCell(values[point] ?? null, counts, false),
});

/** The values of a chart as a table, the newest first. Where it doesn't fit, it scrolls, and the times stay. */
export function ChartTable({ headingId, content }: { headingId: string; content: ChartContent }) {
  const [paging, setPaging] = useState<Paging>({ page: 1, pageSize: 25 });
  const { times, range, series, unit, silent, zone, basis } = content;
  const rows = useMemo(
    () =>
      times
        .map((time, point): Row => ({ time, point }))
        .filter(({ time }) => time >= range.from && time < range.to)
        .toReversed(),
    [times, range],
  );
  const columns = useMemo(() => {
    const step = stepOf({ times });
    const isSilent = (time: number) => silent.some(({ from, to }) => from <= time && time < to);
    return [
      { id: "time", header: "Time", rem: 9, cell: ({ time }) => pointText(time, step, zone) },
      ...series.filter(isMeasured).map(({ id, label, values }): Column<Row> => ({
        id,
        header: label,
        align: "end",
        rem: widthFor(label),
        cell: ({ point, time }) => valueCell(values[point] ?? null, unit, isSilent(time)),
      })),
      ...(basis ? [basisColumn(basis)] : []),
    ] satisfies Column<Row>[];
  }, [times, series, silent, unit, zone, basis]);
  const page = takePage(rows, paging);
  const expanded = useExpanded();
  return (
    <div className="-mx-4">
      <TableView
        labelledBy={headingId}
        columns={columns}
        rows={page.rows}
        rowKey={({ time }) => String(time)}
        density="dense"
        expanded={expanded}
        takesFocus
      />
      <Pager page={page} total={rows.length} noun="row" onChange={setPaging} />
    </div>
  );
}
