import { memo, type ReactNode } from "react";
import type { Column } from "./rows.ts";

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
}

const content = <Row,>({ column, row }: CellProps<Row>): ReactNode => column.cell(row);

/** The content of a cell. Drawn again for another row or column, and not each time the list is. */
export const Cell = memo(content) as typeof content;
