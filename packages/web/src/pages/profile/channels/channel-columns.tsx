import type { Channel } from "@shardwatch/core/contract/channel";
import { KeyRound, Pencil, Send, Trash2, TriangleAlert } from "lucide-react";
import { ActionsMenu, actionsMenu } from "../../../ui/ActionsMenu.tsx";
import { Foreign } from "../../../ui/Foreign.tsx";
import type { Action } from "../../../ui/MenuButton.tsx";
import type { Column } from "../../../ui/rows.ts";
import { TimeAgo } from "../../../ui/TimeAgo.tsx";
import { minimumTexts, stateOf } from "./channel-texts.ts";
import { labelOfKind, shownKind } from "./kinds/kinds.tsx";

interface ChannelActions {
  onTest: (channel: Channel) => void;
  onChange: (channel: Channel) => void;
  onRotate: (channel: Channel) => void;
  onDelete: (channel: Channel) => void;
}

function actionsOf(channel: Channel, { onTest, onChange, onRotate, onDelete }: ChannelActions): Action[] {
  const { signs, canBeDeleted } = shownKind(channel.kind);
  return [
    ...(channel.managed?.on
      ? [{ label: "Send a test", icon: Send, opensDialog: true, onSelect: () => onTest(channel) }]
      : []),
    { label: "Change", icon: Pencil, opensDialog: true, onSelect: () => onChange(channel) },
    ...(signs
      ? [{ label: "Rotate secret", icon: KeyRound, opensDialog: true, onSelect: () => onRotate(channel) }]
      : []),
    ...(canBeDeleted
      ? [
          {
            label: "Delete",
            icon: Trash2,
            danger: true,
            opensDialog: true,
            onSelect: () => onDelete(channel),
          },
        ]
      : []),
  ];
}

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
export function channelColumns(actions: ChannelActions): Column<Channel>[] {
  return [
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
    {
      id: "actions",
      header: "Actions",
      align: "end",
      actions: true,
      preload: actionsMenu.preload,
      width: "w-14",
      cell: (channel) => (
        <ActionsMenu label={`Actions for ${channel.name}`} actions={actionsOf(channel, actions)} />
      ),
    },
  ];
}
