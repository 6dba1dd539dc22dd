import type { Channel, CreatedChannel, RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { type AddedChannelKind, addedChannelKinds } from "@shardwatch/core/contract/channel/words";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useId, useMemo, useState } from "react";
import { channelsQuery, deleteChannel, sendTest, setOwnMail } from "../../../api/incidents/channels.ts";
import { describeError } from "../../../lib/errors.ts";
import { showError, showSuccess } from "../../../lib/browser/toasts.ts";
import { useFocusAfterDialog } from "../../../lib/browser/use-focus-after-dialog.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { channelColumns } from "./channel-columns.tsx";
import { ChannelDialog } from "./ChannelDialog.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { shownKind } from "./kinds/kinds.tsx";
import { RotateSecretDialog } from "./RotateSecretDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { type SentTest, TestDialog } from "./TestDialog.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";

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

/** The dialog that is open, with what it is about. */
type Open =
  | { dialog: "add"; kind: AddedChannelKind }
  | { dialog: "change" | "rotate" | "delete"; channel: Channel }
  | { dialog: "test"; test: SentTest }
  /** The only place that holds a secret. When it leaves this state, it is gone. */
  | { dialog: "secret"; created: RotatedChannel };

const log = {
  label: ({ name }: Channel) => `Log of ${name}`,
  content: ({ id }: Channel) => <DeliveryLog channelId={id} />,
};

/** Where messages about incidents go, for those who manage the organization. */
export function Channels() {
  const headingId = useId();
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery(channelsQuery);
  const [open, setOpen] = useState<Open>();
  const close = useCallback(() => setOpen(undefined), []);
  useFocusAfterDialog(open);
  const columns = useMemo(
    () =>
      channelColumns({
        test: (channel) => void test(channel, setOpen),
        change: (channel) => setOpen({ dialog: "change", channel }),
        rotate: (channel) => setOpen({ dialog: "rotate", channel }),
        delete: (channel) => setOpen({ dialog: "delete", channel }),
      }),
    [],
  );
  return (
    <Section
      heading="Channels for incidents"
      headingId={headingId}
      action={
        <span className="flex flex-wrap justify-end gap-2">
          {addedChannelKinds.map((kind) => (
            <Button key={kind} onClick={() => setOpen({ dialog: "add", kind })}>
              <Plus aria-hidden className="size-3.5" />
              Add {shownKind(kind).noun}
            </Button>
          ))}
        </span>
      }
    >
      {error && data && <StaleNotice title={failure} asOf={dataUpdatedAt} error={error} />}
      {isLoadingError ? (
        <ErrorState
          title={failure}
          text={describeError(error, failure).detail ?? "Please try again later."}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <DataTable
          labelledBy={headingId}
          columns={columns}
          rows={data?.channels}
          rowKey={({ id }) => id}
          details={log}
        />
      )}
      {data && <OwnMail on={data.ownMail} />}
      {open && <Dialogs open={open} onOpen={setOpen} onClose={close} />}
    </Section>
  );
}

async function test(channel: Channel, onSent: (open: Open) => void): Promise<void> {
  try {
    onSent({ dialog: "test", test: { channel, deliveryId: await sendTest(channel.id) } });
  } catch (error) {
    showError("Failed to send a test", error);
  }
}

interface DialogsProps {
  open: Open;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

function Dialogs({ open, onOpen, onClose }: DialogsProps) {
  const onSecret = (created: RotatedChannel) => onOpen({ dialog: "secret", created });
  const onAdded = ({ channel, secret }: CreatedChannel) => {
    if (secret === undefined) onClose();
    else onSecret({ channel, secret });
  };
  switch (open.dialog) {
    case "add":
      return <ChannelDialog kind={open.kind} onAdded={onAdded} onClose={onClose} />;
    case "change":
      return <ChannelDialog channel={open.channel} onClose={onClose} />;
    case "rotate":
      return <RotateSecretDialog channel={open.channel} onRotated={onSecret} onClose={onClose} />;
    case "secret":
      return <SecretDialog created={open.created} onDone={onClose} />;
    case "test":
      return <TestDialog test={open.test} onClose={onClose} />;
    case "delete":
      return (
        <ConfirmDialog
          title="Delete channel"
          verb="Delete"
          pending="Deleting…"
          failure="Failed to delete the channel"
          onConfirm={async () => {
            await deleteChannel(open.channel.id);
            showSuccess("Channel deleted");
          }}
          onClose={onClose}
        >
          <p className="wrap-anywhere">
            <strong>
              <Foreign>{open.channel.name}</Foreign>
            </strong>{" "}
            gets no more messages. What waits for it is not sent.
          </p>
        </ConfirmDialog>
      );
  }
}
