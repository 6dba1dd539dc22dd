import type { Channel } from "@shardwatch/core/contract/channel/channel";
import { KeyRound, Pencil, Send, Trash2, TriangleAlert } from "lucide-react";
import { ActionsMenu, actionsMenu } from "../../../ui/table/ActionsMenu.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { minimumTexts, stateOf } from "./channel-texts.ts";
import type { ChannelAction } from "./kinds/kind.ts";
import { labelOfKind, shownKind } from "./kinds/kinds.tsx";

type OnAction = Readonly<Record<ChannelAction, (channel: Channel) => void>>;

const shownActions: Readonly<Record<ChannelAction, Pick<Action, "label" | "icon" | "danger">>> = {
  test: { label: "Send a test", icon: Send },
  change: { label: "Change", icon: Pencil },
  rotate: { label: "Rotate secret", icon: KeyRound },
  delete: { label: "Delete", icon: Trash2, danger: true },
};

const actionsOf = (channel: Channel, on: OnAction): Action[] =>
  shownKind(channel.kind)
    .actions.filter((action) => action !== "test" || channel.managed?.on)
    .map((action) => ({
      ...shownActions[action],
      opensDialog: true,
      onSelect: () => on[action](channel),
    }));

/** The button with the actions, where there are any. */
function Actions({ channel, on }: { channel: Channel; on: OnAction }) {
  const actions = actionsOf(channel, on);
  return actions.length > 0 ? <ActionsMenu label={`Actions for ${channel.name}`} actions={actions} /> : null;
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
export function channelColumns(on: OnAction): Column<Channel>[] {
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
      cell: (channel) => <Actions channel={channel} on={on} />,
    },
  ];
}
