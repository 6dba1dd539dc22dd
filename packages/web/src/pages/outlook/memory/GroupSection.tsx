import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { useId, useMemo } from "react";
import { Link, useNavigate } from "react-router-dom";
import { formatCount } from "../../../lib/words/count.ts";
import { Section } from "../../../ui/section/Section.tsx";
import { columnsOf } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { columnsOfGroup, type RowContext } from "./columns.tsx";

/** Identifies a row. */
const keyOf = ({ deploymentId, database }: MemoryOutlook) => `${deploymentId} ${database.id}`;

interface GroupSectionProps {
  label: string;
  /** The rows that are shown; undefined while they load. */
  rows: readonly MemoryOutlook[] | undefined;
  /** How many the group has. */
  total: number | undefined;
  isFull: boolean;
  context: RowContext;
  /** The link beside the heading. */
  link: { to: string; text: string } | undefined;
  /** Shown below the rows. */
  children?: React.ReactNode;
}

/** The databases of a group, the soonest first. */
export function GroupSection({ label, rows, total, isFull, context, link, children }: GroupSectionProps) {
  const headingId = useId();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsOf(columnsOfGroup(isFull), context), [isFull, context]);
  return (
    <Section
      heading={total === undefined ? label : `${label} (${formatCount(total)})`}
      headingId={headingId}
      action={
        link && (
          <Link to={link.to} className={textLinkClass}>
            {link.text}
          </Link>
        )
      }
    >
      <DataTable
        labelledBy={headingId}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        density="roomy"
        onOpen={(row) => void navigate(context.addressOf(row))}
      />
      {children}
    </Section>
  );
}
