import { type ComponentProps, useId } from "react";
import { counted } from "../../../lib/words/count.ts";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { FieldRows } from "./FieldRows.tsx";

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
