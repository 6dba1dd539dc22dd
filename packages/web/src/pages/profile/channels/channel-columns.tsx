import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { TriangleAlert } from "lucide-react";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { actionsOf } from "./channel-actions.tsx";
import { minimumTexts, stateOf } from "./channel-texts.ts";
import { labelOfKind, shownKind } from "./kinds/kinds.tsx";

function State({ channel }: { channel: Channel }) {
  const { text, isBad } = stateOf(channel);
  const since = channel.managed?.failingSince;
  if (!isBad) return <span>{text}</span>;
  return (
    <span className="flex items-start gap-1 text-bad">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {text}
        {since != null && (
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
export const channelColumns = (open: OpenDialog): Column<Channel>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ name, kind }) => (
      <span className="grid min-w-0 py-1">
        <Foreign className="font-medium wrap-anywhere">{name}</Foreign>
        <span className="text-sm text-muted">{labelOfKind(kind)}</span>
      </span>
    ),
  },
  {
    id: "target",
    header: "Goes to",
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
