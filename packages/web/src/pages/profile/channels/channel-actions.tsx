import type { Channel, RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { AddedChannelKind } from "@shardwatch/core/contract/channel/words";
import { KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { deleteChannel, sendTest } from "../../../api/incidents/channels.ts";
import { showError } from "../../../lib/browser/toasts.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ChannelDialog } from "./ChannelDialog.tsx";
import type { ChannelAction } from "./kinds/kind.ts";
import { shownKind } from "./kinds/kinds.tsx";
import { RotateSecretDialog } from "./RotateSecretDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { TestDialog } from "./TestDialog.tsx";

/** The dialog is the only place that holds a secret. When it closes, the secret is gone. */
const showSecret = (created: RotatedChannel, open: OpenDialog): void =>
  open((close) => <SecretDialog created={created} onDone={close} />);

/** Asks for a new channel. The secret of a webhook is shown next. */
export const openNewChannel = (kind: AddedChannelKind, open: OpenDialog): void =>
  open((close) => (
    <ChannelDialog
      kind={kind}
      onAdded={({ channel, secret }) => {
        if (secret === undefined) close();
        else showSecret({ channel, secret }, open);
      }}
      onClose={close}
    />
  ));

async function test(channel: Channel, open: OpenDialog): Promise<void> {
  try {
    const sent = { channel, deliveryId: await sendTest(channel.id) };
    open((close) => <TestDialog test={sent} onClose={close} />);
  } catch (error) {
    showError("Failed to send a test", error);
  }
}

interface ShownAction extends Pick<Action, "label" | "icon" | "danger"> {
  run: (channel: Channel, open: OpenDialog) => void;
}

const shownActions: Readonly<Record<ChannelAction, ShownAction>> = {
  test: { label: "Send a test", icon: Send, run: (channel, open) => void test(channel, open) },
  change: {
    label: "Change",
    icon: Pencil,
    run: (channel, open) => open((close) => <ChannelDialog channel={channel} onClose={close} />),
  },
  rotate: {
    label: "Rotate secret",
    icon: KeyRound,
    run: (channel, open) =>
      open((close) => (
        <RotateSecretDialog
          channel={channel}
          onRotated={(created) => showSecret(created, open)}
          onClose={close}
        />
      )),
  },
  delete: {
    label: "Delete",
    icon: Trash2,
    danger: true,
    run: (channel, open) =>
      open((close) => (
        <ConfirmDialog
          title="Delete channel"
          verb="Delete"
          pending="Deleting…"
          failure="Failed to delete the channel"
          success="Channel deleted"
          onConfirm={() => deleteChannel(channel.id)}
          onClose={close}
        >
          <p className="wrap-anywhere">
            <strong>
              <Foreign>{channel.name}</Foreign>
            </strong>{" "}
            gets no more messages. What waits for it is not sent.
          </p>
        </ConfirmDialog>
      )),
  },
};

/** What people can do with a channel. */
export const actionsOf = (channel: Channel, open: OpenDialog): Action[] =>
  shownKind(channel.kind)
    .actions.filter((action) => action !== "test" || channel.managed?.on)
    .map((action) => {
      const { run, ...shown } = shownActions[action];
      return { ...shown, opensDialog: true, onSelect: () => run(channel, open) };
    });
