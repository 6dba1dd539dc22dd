import { useId } from "react";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { formatCount } from "../../../lib/words/count.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Section } from "../../../ui/section/Section.tsx";
import { sentCommands, type SentCommand } from "./commands.ts";

const columns: Column<SentCommand>[] = [
  {
    id: "name",
    header: "Command",
    cell: ({ name }) => <span className="font-mono text-sm">{isolated(name)}</span>,
  },
  {
    id: "count",
    header: "Sent",
    align: "end",
    cell: ({ count }) => (
      <span className={`figures ${count > 0 ? "" : "text-faint"}`}>{formatCount(count)}</span>
    ),
  },
  { id: "purpose", header: "What for", cell: ({ purpose }) => purpose },
];

/** All commands that the agent can send, with how many it sent for the last report. */
export function CommandsSection({ deployment }: { deployment: Deployment }) {
  const headingId = useId();
  const commands = sentCommands(deployment);
  return (
    <Section
      heading="Commands sent"
      headingId={headingId}
      action={
        commands && (
          <span className="text-sm text-muted">
            since the report before, even if that one did not arrive, to all of its servers
          </span>
        )
      }
    >
      {commands ? (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={commands}
          rowKey={({ name }) => name}
          density="dense"
        />
      ) : (
        <p className="max-w-prose p-4 text-muted">
          {deployment.report
            ? "No counts are kept of this report. The agent may be too old to count its commands: update it. A report with many different counts keeps none either."
            : "Nothing reports this deployment."}
        </p>
      )}
    </Section>
  );
}
