import type { Passkey } from "@shardwatch/core/contract/people/passkey";
import { mostPasskeys } from "@shardwatch/core/contract/people/passkey-limits";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { passkeysQuery } from "../../../api/people/passkeys.ts";
import { AddPasskey } from "../../../layout/passkey/AddPasskey.tsx";
import { whyNoPasskeys } from "../../../layout/passkey/why-none.ts";
import { passkeyPlace } from "../../../lib/settings/config.ts";
import { type OpenDialog, useDialog } from "../../../ui/popup/use-dialog.ts";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";

/** @param only the passkey that has to stay, because it is the only one that works here */
const passkeyColumns = (only: Passkey | undefined, open: OpenDialog): Column<Passkey>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ name, host, worksHere }) => (
      <span className="grid py-1 wrap-anywhere">
        <Foreign className="font-medium">{name}</Foreign>
        {!worksHere && (
          <span className="text-sm text-muted">
            Made for <Foreign>{host}</Foreign>, so it doesn't work here
          </span>
        )}
      </span>
    ),
  },
  {
    id: "created",
    header: "Added",
    width: "w-36 whitespace-nowrap lg:w-44",
    cell: ({ createdAt }) => <TimeAgo date={createdAt} />,
  },
  {
    id: "lastUsed",
    header: "Last used",
    width: "w-36 whitespace-nowrap lg:w-44",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <Unknown why="Never" /> : <TimeAgo date={lastUsedAt} />),
  },
  actionsColumn(
    ({ name }) => name,
    (passkey) => [
      {
        label: "Rename",
        icon: Pencil,
        opensDialog: true,
        onSelect: () => open((close) => <RenamePasskeyDialog passkey={passkey} onClose={close} />),
      },
      ...(passkey.id === only?.id
        ? []
        : [
            {
              label: "Remove",
              icon: Trash2,
              danger: true,
              opensDialog: true,
              onSelect: () => open((close) => <RemovePasskeyDialog passkey={passkey} onClose={close} />),
            },
          ]),
    ],
  ),
];

/** What can be added, or why nothing can. */
function More({ passkeys, only }: { passkeys: readonly Passkey[]; only: Passkey | undefined }) {
  const why = whyNoPasskeys[passkeyPlace() ?? "works"];
  if (why !== undefined) return <p className="text-sm text-muted">{why}</p>;
  return (
    <>
      <p className="max-w-prose text-sm text-muted">
        A passkey signs you in with the PIN, finger or face that unlocks your device.{" "}
        {only
          ? "Only one works here, so you can't remove it. Add another one, in case you lose it."
          : "Have at least two, in case you lose one."}
      </p>
      {passkeys.length < mostPasskeys ? (
        <AddPasskey hasPasskey={passkeys.some(({ worksHere }) => worksHere)} />
      ) : (
        <p className="text-sm">
          You have {mostPasskeys} passkeys, which is the most. Remove one to add another.
        </p>
      )}
    </>
  );
}

const failure = "Failed to load passkeys";

/** The person's passkeys, where people sign in without a provider. */
export function Passkeys() {
  const query = useQuery(passkeysQuery);
  const { data } = query;
  const [dialog, open] = useDialog();
  const working = data?.filter(({ worksHere }) => worksHere) ?? [];
  const only = working.length === 1 ? working[0] : undefined;
  const columns = useMemo(() => passkeyColumns(only, open), [only, open]);
  return (
    <QuerySection
      heading="Passkeys"
      query={query}
      failure={failure}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      empty={<p className="px-4 pt-4">You have no passkeys. Links are your way in.</p>}
      above={<StaleNotice title={failure} query={query} />}
    >
      {data && (
        <div
          className={`grid justify-items-start gap-4 p-4 ${data.length > 0 ? "border-t border-line" : ""}`}
        >
          <More passkeys={data} only={only} />
        </div>
      )}
      {dialog}
    </QuerySection>
  );
}
