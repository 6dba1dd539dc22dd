import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { useRef } from "react";
import { parameters } from "../lib/address/urls.ts";
import { useForm } from "../lib/use-form.ts";
import { Form } from "../ui/form/Form.tsx";
import { closePopoverOf } from "../ui/popup/Popover.tsx";
import { TextAreaField } from "../ui/form/TextAreaField.tsx";

interface FilterTextProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

const { sort, order, page, pageSize } = parameters;

/** A pasted address counts by its query. Its order and page are no fault. */
const read = (text: string) =>
  parseFilter(
    new URLSearchParams(text.trim().replace(/^[^?]*\?/, "")),
    [sort, order, page, pageSize],
    nearest,
  );

const sentence = (fault: string) => (fault.endsWith("?") ? fault : `${fault}.`);

/** The filter as text, as it is in the address. What makes no sense is said, and nothing is applied. */
export default function FilterText({ filter, onChange }: FilterTextProps) {
  const host = useRef<HTMLDivElement>(null);
  const form = useForm({
    initial: { text: formatFilter(filter) },
    faultsOf: ({ text }) => ({ text: read(text).faults.map(sentence).join(" ") || undefined }),
    send: async ({ text }) => {
      onChange(read(text).filter);
      closePopoverOf(host.current);
      await Promise.resolve();
    },
  });
  return (
    <div ref={host}>
      <Form
        form={form}
        place="section"
        focus="first-field"
        verb="Apply"
        pending="Applying…"
        label="Filter as text"
      >
        <TextAreaField
          label="Filter"
          rows={4}
          spellCheck={false}
          hint="Separate fields with & and values with commas, for example status=stale,degraded&util=90.."
          {...form.field("text")}
        />
      </Form>
    </div>
  );
}
