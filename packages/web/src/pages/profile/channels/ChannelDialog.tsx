import type { Channel, CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import { type AddedChannelKind, longestChannelName } from "@shardwatch/core/contract/channel/words";
import { incidentSeverities, type IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { addChannel, changeChannel } from "../../../api/incidents/channels.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { minimumTexts } from "./channel-texts.ts";
import { shownKind } from "./kinds/kinds.tsx";

const severityOf = (text: string): IncidentSeverity =>
  incidentSeverities.find((severity) => severity === text) ?? "warning";

/** The channel to change, or the kind of the channel to add. */
type ChannelDialogProps = { onClose: () => void } & (
  | { channel: Channel }
  | { channel?: undefined; kind: AddedChannelKind; onAdded: (created: CreatedChannel) => void }
);

/** The form, which adds a channel or changes one. */
function useChannelForm(props: ChannelDialogProps) {
  const { channel, onClose } = props;
  return useForm({
    initial: {
      name: channel?.name ?? "",
      url: "",
      minimum: channel?.managed?.minimum ?? "warning",
      on: channel?.managed?.on ?? true,
    },
    faultsOf: ({ name, url }) => ({
      name: name.trim() === "" ? "Name is required" : undefined,
      url: !channel && url.trim() === "" ? "Address is required" : undefined,
    }),
    send: async ({ name, url, minimum, on }) => {
      const entered = url.trim() === "" ? {} : { url: url.trim() };
      if (props.channel) {
        await changeChannel(props.channel.id, { name: name.trim(), minimum, on, ...entered });
        showSuccess("Channel changed");
        onClose();
      } else
        props.onAdded(await addChannel({ kind: props.kind, name: name.trim(), minimum, url: url.trim() }));
    },
    failure: props.channel
      ? "Failed to change the channel"
      : `Failed to add the ${shownKind(props.kind).noun}`,
  });
}

/** Adds a channel, or changes one. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { channel, onClose } = props;
  const { noun, address } = shownKind(props.channel ? props.channel.kind : props.kind);
  const form = useChannelForm(props);
  return (
    <FormDialog
      title={channel ? "Change channel" : `Add ${noun}`}
      form={form}
      verb={channel ? "Save" : "Add"}
      pending={channel ? "Saving…" : "Adding…"}
      focus="first-field"
      onClose={onClose}
    >
      {address && (
        <>
          <Field
            label="Name"
            maxLength={longestChannelName}
            autoComplete="off"
            aria-required
            {...form.field("name")}
          />
          <Field
            label="Address"
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={address.placeholder}
            hint={
              channel ? `Leave it empty to keep ${channel.managed?.target ?? "the address"}.` : address.hint
            }
            {...form.field("url")}
          />
        </>
      )}
      <SelectField
        label="Incidents"
        value={form.values.minimum}
        onChange={({ target }) => form.change({ minimum: severityOf(target.value) })}
        options={incidentSeverities.map((severity) => [severity, minimumTexts[severity]])}
      />
      {channel && (
        <Checkbox
          label="Send messages to this channel"
          checked={form.values.on}
          onChange={({ target }) => form.change({ on: target.checked })}
        />
      )}
    </FormDialog>
  );
}
