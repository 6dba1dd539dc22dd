import type { Channel, CreatedChannel } from "@shardwatch/core/contract/channel";
import { longestChannelName } from "@shardwatch/core/contract/channel-words";
import { incidentSeverities, type IncidentSeverity } from "@shardwatch/core/contract/incident-words";
import { addWebhook, changeChannel } from "../../../api/channels.ts";
import { showSuccess } from "../../../lib/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { minimumTexts } from "./channel-texts.ts";

const severityOf = (text: string): IncidentSeverity =>
  incidentSeverities.find((severity) => severity === text) ?? "warning";

interface ChannelDialogProps {
  /** The channel to change; undefined to add a webhook. */
  channel?: Channel;
  onAdded?: (created: CreatedChannel) => void;
  onClose: () => void;
}

/** Adds a webhook, or changes a channel. */
export function ChannelDialog({ channel, onAdded, onClose }: ChannelDialogProps) {
  const isMail = channel?.kind === "mail";
  const form = useForm({
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
      const address = url.trim() === "" ? {} : { url: url.trim() };
      if (channel) {
        await changeChannel(channel.id, { name: name.trim(), minimum, on, ...address });
        showSuccess("Channel changed");
        onClose();
      } else onAdded?.(await addWebhook({ name: name.trim(), minimum, url: url.trim() }));
    },
    failure: channel ? "Failed to change the channel" : "Failed to add the webhook",
  });
  return (
    <Dialog title={channel ? "Change channel" : "Add webhook"} onClose={onClose}>
      <Form
        form={form}
        place="dialog"
        verb={channel ? "Save" : "Add"}
        pending={channel ? "Saving…" : "Adding…"}
        focus="first-field"
        onCancel={onClose}
      >
        {!isMail && (
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
              placeholder="https://hooks.example.com/shardwatch"
              hint={
                channel
                  ? `Leave it empty to keep ${channel.managed?.target ?? "the address"}.`
                  : "A public https address. It is stored encrypted, and never shown again."
              }
              {...form.field("url")}
            />
          </>
        )}
        <SelectField
          label="Incidents"
          value={form.values.minimum}
          onChange={({ target }) => form.change({ minimum: severityOf(target.value) })}
        >
          {incidentSeverities.map((severity) => (
            <option key={severity} value={severity}>
              {minimumTexts[severity]}
            </option>
          ))}
        </SelectField>
        {channel && (
          <Checkbox
            label="Send messages to this channel"
            checked={form.values.on}
            onChange={({ target }) => form.change({ on: target.checked })}
          />
        )}
      </Form>
    </Dialog>
  );
}
