import type { Channel, RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { deleteChannel, sendTest, rotateSecret } from "../../../api/incidents/channels.ts";
import { showError } from "../../../lib/browser/toasts.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { AddedDialog } from "./AddedDialog.tsx";
import { ChannelDialog } from "./ChannelDialog.tsx";
import type { ChannelAction } from "./kinds/kind.ts";
import { shownKind } from "./kinds/kinds.tsx";
import { TestDialog } from "./TestDialog.tsx";
import { Button } from "../../../ui/form/Button.tsx";
import { SecretField, useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";

const overlaps = [
  [0, "Revoke immediately"],
  [1, "1 hour"],
  [24, "1 day"],
  [168, "7 days"],
] as const;
const usual = 24;

interface RotateSecretDialogProps {
  channel: Channel;
  onRotated: (created: RotatedChannel) => void;
  onClose: () => void;
}

/** Asks how long the former secret signs too, and replaces it. */
function RotateSecretDialog({ channel, onRotated, onClose }: RotateSecretDialogProps) {
  const form = useForm({
    initial: { hours: String(usual) },
    send: async ({ hours }) => onRotated(await rotateSecret(channel.id, Number(hours))),
    failure: "Failed to rotate the secret",
  });
  return (
    <FormDialog
      title="Rotate secret"
      form={form}
      verb="Rotate"
      pending="Rotating…"
      focus="first-field"
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <ForeignName>{channel.name}</ForeignName> gets a new secret. The old one can stay valid for a while,
        so that the receiver misses nothing.
      </p>
      <SelectField
        label="Keep the old secret valid for"
        value={form.values.hours}
        onChange={({ target }) => form.change({ hours: target.value })}
        options={overlaps}
      />
    </FormDialog>
  );
}

interface SecretDialogProps {
  created: RotatedChannel;
  onDone: () => void;
}

/** Shows the secret of a webhook once. */
function SecretDialog({ created, onDone }: SecretDialogProps) {
  useForgetOnLeave(onDone);
  return (
    <Dialog title="Signing secret" guarded onClose={onDone}>
      <div className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p className="wrap-anywhere">
          Messages to <Foreign>{created.channel.name}</Foreign> are signed with this secret. Copy it now. You
          won't be able to see it again.
        </p>
        <SecretField label="Secret" secret={created.secret} what="the secret" />
        <p className="text-sm text-muted">
          The signatures follow Standard Webhooks. Its libraries take the secret as it is.
        </p>
      </div>
      <div className="flex justify-end border-t border-line px-4 py-3">
        <Button onClick={onDone}>Done</Button>
      </div>
    </Dialog>
  );
}

/** The dialog is the only place that holds a secret. When it closes, the secret is gone. */
const showSecret = (created: RotatedChannel, open: OpenDialog): void =>
  open((close) => <SecretDialog created={created} onDone={close} />);

const showAdded = (channel: Channel, open: OpenDialog): void =>
  open((close) => <AddedDialog channel={channel} onTest={() => void test(channel, open)} onClose={close} />);

/** Asks for a new channel. The secret of a webhook is shown next: its receiver needs that before a test. */
export const openNewChannel = (open: OpenDialog): void =>
  open((close) => (
    <ChannelDialog
      onAdded={({ channel, secret }) =>
        secret === undefined ? showAdded(channel, open) : showSecret({ channel, secret }, open)
      }
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
    .actions.filter((action) => (action === "test" ? channel.managed?.on : !channel.managedBy))
    .map((action) => {
      const { run, ...shown } = shownActions[action];
      return { ...shown, opensDialog: true, onSelect: () => run(channel, open) };
    });
