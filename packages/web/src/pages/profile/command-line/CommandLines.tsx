import type { PersonalSession } from "@shardwatch/core/contract/people/device-login";
import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useMemo } from "react";
import { commandLineSessionsQuery, endCommandLineSession } from "../../../api/people/command-line.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { type OpenDialog, useDialog } from "../../../ui/popup/use-dialog.ts";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { scopeNames } from "../programs/token-texts.ts";

const time = "w-36 whitespace-nowrap lg:w-44";

const columns = (open: OpenDialog): Column<PersonalSession>[] => [
  {
    id: "client",
    header: "Program",
    cell: ({ client, scopes }) => (
      <span className="grid py-1 wrap-anywhere">
        <Foreign className="font-medium">{client}</Foreign>
        <span className="text-sm text-muted">{scopeNames(scopes)}</span>
      </span>
    ),
  },
  {
    id: "lastUsed",
    header: "Last used",
    width: time,
    cell: ({ lastUsed }) => (lastUsed ? <TimeAgo date={lastUsed.at} /> : <Unknown why="Never used" />),
  },
  { id: "end", header: "Ends", width: time, cell: ({ expiresAt }) => <TimeAgo date={expiresAt} /> },
  actionsColumn(
    ({ client }) => client,
    (session) => [
      {
        label: "End",
        icon: LogOut,
        danger: true,
        opensDialog: true,
        onSelect: () => open((close) => <EndDialog session={session} onClose={close} />),
      },
    ],
  ),
];

function EndDialog({ session, onClose }: { session: PersonalSession; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="End session"
      verb="End"
      pending="Ending…"
      failure="Failed to end the session"
      success="Session ended"
      onConfirm={() => endCommandLineSession(session.id)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <ForeignName>{session.client}</ForeignName> is signed out immediately.
      </p>
    </ConfirmDialog>
  );
}

const failure = "Failed to load your command lines";

/** The command lines that are signed in as the person. */
export function CommandLines() {
  const query = useQuery(commandLineSessionsQuery);
  const [dialog, open] = useDialog();
  const shown = useMemo(() => columns(open), [open]);
  return (
    <QuerySection
      heading="Command lines"
      query={query}
      failure={failure}
      columns={shown}
      rows={query.data}
      rowKey={({ id }) => id}
      empty={
        <p className="p-4 text-sm text-muted">
          None is signed in. <code>shardwatch login</code> in a terminal signs one in as you.
        </p>
      }
      above={<StaleNotice title={failure} query={query} />}
    >
      {dialog}
    </QuerySection>
  );
}
