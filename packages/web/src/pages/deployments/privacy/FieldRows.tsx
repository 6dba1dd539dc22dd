import { DataTable } from "../../../ui/table/DataTable.tsx";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import type { DerivedField, Field } from "./fields.ts";

type Row = Field & Partial<DerivedField>;

interface FieldRowsProps {
  labelledBy: string;
  /** The headers of the columns: the third is for where a field comes from. */
  headers: readonly [string, string, string?];
  fields: readonly Row[];
}

const cells: Record<"name" | "value" | "from", Column<Row>["cell"]> = {
  name: ({ name }) => <span className="font-mono text-sm break-all">{name}</span>,
  value: ({ value }) => <span className="break-words">{isolated(value)}</span>,
  from: ({ from }) => from,
};

/** Names with their values. */
export function FieldRows({ labelledBy, headers: [name, value, from], fields }: FieldRowsProps) {
  const columns: Column<Row>[] = [
    { id: "name", header: name, cell: cells.name },
    { id: "value", header: value, cell: cells.value },
    ...(from === undefined ? [] : [{ id: "from", header: from, cell: cells.from }]),
  ];
  const keyOf = (field: Row) => field.name;
  return <DataTable labelledBy={labelledBy} columns={columns} rows={fields} rowKey={keyOf} density="dense" />;
}
