import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { useQuery } from "@tanstack/react-query";
import { Plus, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { channelsQuery, setOwnMail } from "../../../api/incidents/channels.ts";
import { showError } from "../../../lib/browser/toasts.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { type OpenDialog, useDialog } from "../../../ui/popup/use-dialog.ts";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import { openNewChannel, actionsOf } from "./channel-actions.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { shownKind, labelOfKind } from "./kinds/kinds.tsx";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { minimumTexts, stateOf } from "./channel-texts.ts";

function State({ channel }: { channel: Channel }) {
  const { text, isBad } = stateOf(channel);
  const since = channel.managed?.failingSince;
  if (!isBad) return <span>{text}</span>;
  return (
    <span className="flex items-start gap-1 text-bad">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {text}
        {channel.managed?.on && since != null && (
          <>
            {" "}
            since <TimeAgo inRow date={since} />
          </>
        )}
      </span>
    </span>
  );
}

/** The table's columns. */
const channelColumns = (open: OpenDialog): Column<Channel>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ name, kind, managedBy }) => (
      <span className="grid min-w-0 py-1">
        <Foreign className="font-medium wrap-anywhere">{name}</Foreign>
        <span className="text-sm text-muted">{labelOfKind(kind)}</span>
        {managedBy && <ManagedBadge />}
      </span>
    ),
  },
  {
    id: "target",
    header: "Sends to",
    cell: (channel) => shownKind(channel.kind).goesTo(channel),
  },
  {
    id: "minimum",
    header: "Incidents",
    width: "w-40 lg:w-48",
    cell: ({ managed }) => (managed ? minimumTexts[managed.minimum] : null),
  },
  { id: "state", header: "State", width: "w-40 lg:w-48", cell: (channel) => <State channel={channel} /> },
  actionsColumn(
    ({ name }) => name,
    (channel) => actionsOf(channel, open),
  ),
];

/** Whether the person gets the organization's mail. Each mail has an address that ends it, too. */
function OwnMail({ on }: { on: boolean }) {
  const [wanted, setWanted] = useState<boolean>();
  async function change(next: boolean) {
    setWanted(next);
    try {
      await setOwnMail(next);
    } catch (error) {
      showError("Failed to change your mail", error);
    }
    setWanted(undefined);
  }
  return (
    <div className="border-t border-line p-2">
      <Checkbox
        label="Send mail about incidents to me"
        checked={wanted ?? on}
        onChange={({ target }) => void change(target.checked)}
      />
    </div>
  );
}

const failure = "Failed to load channels";

/** Mail and the notifications in the application. */
const channelsFromStart = 2;

const log = {
  label: ({ name }: Channel) => `Log of ${name}`,
  content: ({ id, kind }: Channel) => <DeliveryLog channelId={id} kind={kind} />,
};

/** Where messages about incidents go, for those who manage the organization. */
export function Channels() {
  const query = useQuery(channelsQuery);
  const { data } = query;
  const [dialog, open] = useDialog();
  const columns = useMemo(() => channelColumns(open), [open]);
  return (
    <QuerySection
      heading="Notification channels"
      action={
        <Button onClick={() => openNewChannel(open)}>
          <Plus aria-hidden className="size-3.5" />
          Add channel
        </Button>
      }
      query={query}
      failure={failure}
      advice="Please try again later."
      columns={columns}
      rows={data?.channels}
      expected={channelsFromStart}
      rowKey={({ id }) => id}
      details={log}
      above={<StaleNotice title={failure} query={query} />}
    >
      {data && <OwnMail on={data.ownMail} />}
      {dialog}
    </QuerySection>
  );
}
