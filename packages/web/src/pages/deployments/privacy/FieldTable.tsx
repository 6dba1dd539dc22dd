import { type ComponentProps, useId } from "react";
import { counted } from "../../../lib/words/count.ts";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { Section } from "../../../ui/section/Section.tsx";
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
  value: ({ value }) => <span className="font-mono text-sm break-words">{isolated(value)}</span>,
  from: ({ from }) => from,
};

/** Names with their values. */
function FieldRows({ labelledBy, headers: [name, value, from], fields }: FieldRowsProps) {
  const columns: Column<Row>[] = [
    { id: "name", header: name, cell: cells.name },
    { id: "value", header: value, cell: cells.value },
    ...(from === undefined ? [] : [{ id: "from", header: from, cell: cells.from }]),
  ];
  const keyOf = (field: Row) => field.name;
  return <DataTable labelledBy={labelledBy} columns={columns} rows={fields} rowKey={keyOf} density="dense" />;
}

interface FieldTableProps extends Omit<ComponentProps<typeof FieldRows>, "labelledBy"> {
  heading: string;
}

/** Names with their values, in a section. */
export function FieldTable({ heading, fields, ...rest }: FieldTableProps) {
  const headingId = useId();
  return (
    <Section
      heading={heading}
      headingId={headingId}
      action={
        <span className="text-sm text-muted">{counted(fields.length, rest.headers[0].toLowerCase())}</span>
      }
    >
      <FieldRows labelledBy={headingId} fields={fields} {...rest} />
    </Section>
  );
}

/** The same in a section that is closed at first. */
export function FoldedFieldTable({ heading, ...rest }: FieldTableProps) {
  const headingId = useId();
  return (
    <Disclosure title={heading} summary={counted(rest.fields.length, "field")}>
      <h3 id={headingId} className="sr-only">
        {heading}
      </h3>
      <div className="-mx-4 -mt-4">
        <FieldRows labelledBy={headingId} {...rest} />
      </div>
    </Disclosure>
  );
}
