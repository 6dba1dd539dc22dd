import type { Channel, CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { EnteredAddress } from "@shardwatch/core/contract/channel/kinds/kind";
import {
  type AddedChannelKind,
  addedChannelKinds,
  longestChannelName,
} from "@shardwatch/core/contract/channel/words";
import { incidentSeverities, type IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { addChannel, changeChannel } from "../../../api/incidents/channels.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { minimumTexts } from "./channel-texts.ts";
import type { KindSetting } from "./kinds/kind.ts";
import { labelOfKind, shownKind } from "./kinds/kinds.tsx";

const severityOf = (text: string): IncidentSeverity =>
  incidentSeverities.find((severity) => severity === text) ?? "warning";
const firstKind: string = addedChannelKinds[0] ?? "";
const kindOf = (text: string): AddedChannelKind | undefined =>
  addedChannelKinds.find((kind) => kind === text);

/** The channel to change; without one, a channel is added. */
type ChannelDialogProps = { onClose: () => void } & (
  | { channel: Channel }
  | { channel?: undefined; onAdded: (created: CreatedChannel) => void }
);

/** The form's value of a setting before anybody types. What is sealed is not known here. */
function initialOf({ name, options, isSealed }: KindSetting, channel: Channel | undefined): string {
  return (
    (isSealed ? undefined : channel?.managed?.place) ?? (name === "region" ? options?.[0]?.[0] : "") ?? ""
  );
}

/** The form, which adds a channel or changes one. */
function useChannelForm(props: ChannelDialogProps) {
  const { channel, onClose } = props;
  const settingsOf = (kind: string) => shownKind(channel?.kind ?? kind).settings ?? [];
  const known = channel ? settingsOf(channel.kind) : addedChannelKinds.flatMap(settingsOf);
  const first = Object.fromEntries(known.map((one) => [one.name, initialOf(one, channel)]));
  return useForm({
    initial: {
      kind: firstKind,
      name: channel?.name ?? "",
      url: "",
      token: "",
      conversation: first.conversation ?? "",
      routingKey: "",
      region: first.region ?? "",
      minimum: channel?.managed?.minimum ?? "warning",
      on: channel?.managed?.on ?? true,
    },
    labelsOf: ({ kind }) => ({
      name: "Name",
      ...Object.fromEntries(settingsOf(kind).map(({ name, label }) => [name, label])),
    }),
    faultsOf: ({ kind, ...values }) => ({
      name: values.name.trim() === "" ? "Name is required" : undefined,
      ...Object.fromEntries(
        settingsOf(kind).map(({ name, label, isSealed }) => [
          name,
          values[name].trim() === "" && !(channel && isSealed) ? `${label} is required` : undefined,
        ]),
      ),
    }),
    send: async ({ kind, name: typed, minimum, on, ...values }) => {
      const name = typed.trim();
      const address: EnteredAddress = Object.fromEntries(
        settingsOf(kind).flatMap((one) => {
          const value = values[one.name].trim();
          return value === "" || value === first[one.name] ? [] : [[one.name, value]];
        }),
      );
      const chosen = kindOf(kind);
      if (props.channel) {
        await changeChannel(props.channel.id, { name, minimum, on, ...address });
        showSuccess("Channel changed");
        onClose();
      } else if (chosen) props.onAdded(await addChannel({ kind: chosen, name, minimum, ...address }));
    },
    failure: props.channel ? "Failed to change the channel" : "Failed to add the channel",
  });
}

type ChannelForm = ReturnType<typeof useChannelForm>;

/** Who mends a channel that failed wants messages again. One that a person switched off stays off. */
const isMended = (channel: Channel | undefined): boolean =>
  channel?.managed?.off != null && channel.managed.off !== "person";

/** A setting by which a channel reaches its receiver. */
function SettingField({
  setting: { name, label, placeholder, hint, options, isSealed },
  channel,
  form,
}: {
  setting: KindSetting;
  channel: Channel | undefined;
  form: ChannelForm;
}) {
  if (options)
    return (
      <SelectField
        label={label}
        hint={hint}
        value={form.values[name]}
        onChange={({ target }) => form.change({ [name]: target.value })}
        options={options}
      />
    );
  return (
    <Field
      label={label}
      type={name === "url" ? "url" : "text"}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      hint={channel && isSealed ? `Leave it empty to keep ${channel.managed?.target ?? "it"}.` : hint}
      {...form.field(name)}
      aria-required={!(channel && isSealed)}
      onChange={({ target }) => form.change({ [name]: target.value, ...(isMended(channel) && { on: true }) })}
    />
  );
}

/** Adds a channel, or changes one. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { channel, onClose } = props;
  const form = useChannelForm(props);
  const { settings, steps } = shownKind(channel?.kind ?? form.values.kind);
  return (
    <FormDialog
      title={channel ? "Change channel" : "Add channel"}
      form={form}
      verb={channel ? "Save" : "Add"}
      pending={channel ? "Saving…" : "Adding…"}
      focus="first-field"
      grows={!channel}
      onClose={onClose}
    >
      {!channel && (
        <SelectField
          label="Kind"
          value={form.values.kind}
          onChange={({ target }) => {
            form.forget();
            form.change({ kind: target.value });
          }}
          options={addedChannelKinds.map((kind) => [kind, labelOfKind(kind)])}
        />
      )}
      {!channel && steps && (
        <ol
          aria-label={`What to do in ${labelOfKind(form.values.kind)}`}
          className="grid list-decimal gap-1 rounded-md bg-sunken py-2 pr-3 pl-8 text-sm [&_a]:min-h-0"
        >
          {steps.map((step, index) => (
            // The steps of a kind never change.
            <li key={index}>{step}</li>
          ))}
        </ol>
      )}
      {settings && (
        <>
          <Field
            label="Name"
            maxLength={longestChannelName}
            autoComplete="off"
            aria-required
            {...form.field("name")}
          />
          {settings.map((setting) => (
            <SettingField key={setting.name} setting={setting} channel={channel} form={form} />
          ))}
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
