import type { Channel, RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { rotateSecret } from "../../../api/incidents/channels.ts";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";

const overlaps = [
  [0, "no time: it stops at once"],
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
export function RotateSecretDialog({ channel, onRotated, onClose }: RotateSecretDialogProps) {
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
        <ForeignName>{channel.name}</ForeignName> gets a new secret. The former one can sign too for a while,
        so that the receiver misses nothing.
      </p>
      <SelectField
        label="The former secret signs for"
        value={form.values.hours}
        onChange={({ target }) => form.change({ hours: target.value })}
        options={overlaps}
      />
    </FormDialog>
  );
}
