import type { UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useFocusBack } from "../../lib/browser/use-focus-back.ts";
import { useSourceRights } from "../../session/source-rights.ts";
import { LimitedButton } from "../../ui/form/LimitedButton.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";
import { QuerySection } from "../../ui/table/QueryTable.tsx";
import type { DataTableProps } from "../../ui/table/rows.ts";

interface SourceSectionProps<Row> extends Pick<DataTableProps<Row>, "columns" | "rowKey" | "details"> {
  heading: string;
  query: UseQueryResult<Row[]>;
  /** The message of a failed load. */
  failure: string;
  /** What the button that opens the form says. */
  create: string;
  /** Opens or closes the form. Without it there is no button. */
  onCreate: (() => void) | undefined;
  /** Shown instead of the table while it is empty, unless the form is open. */
  empty: ReactNode;
  /** The open dialog of a row. The focus goes to the button when it closes. */
  dialog: ReactNode;
  /** Shown above the table: the form, while it is open. */
  children: ReactNode;
}

/** The sources of one kind: agent keys, or connected accounts. */
export function SourceSection<Row>(props: SourceSectionProps<Row>) {
  const { query, failure, create, onCreate, empty, dialog, children, ...table } = props;
  const rights = useSourceRights();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = Boolean(children);
  useFocusBack(button, isOpen || dialog !== undefined);
  return (
    <>
      <StaleNotice title={failure} query={query} />
      <QuerySection
        {...table}
        query={query}
        failure={failure}
        advice="Please try again later."
        rows={query.data}
        empty={!isOpen && empty}
        above={children}
        action={
          onCreate && (
            <LimitedButton
              ref={button}
              emphasis="primary"
              reason={rights.create}
              aria-expanded={isOpen}
              onClick={onCreate}
            >
              <Plus aria-hidden className="size-3.5" />
              {create}
            </LimitedButton>
          )
        }
      />
      {dialog}
    </>
  );
}
