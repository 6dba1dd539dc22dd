import {
  keyNameFault,
  longestKeyName,
  shortestKeyName,
} from "@shardwatch/core/contract/source/access-key-name";
import { type CreatedKey, createAccessKey } from "../../../api/sources/access-key-changes.ts";
import type { WatchedServer } from "@shardwatch/core/kit/agent-configuration";
import { noServer, ServerFields, serverFaults, watchedServer } from "./ServerFields.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { Form } from "../../../ui/form/Form.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";

interface CreateKeyFormProps {
  onCreated: (created: CreatedKey, server: WatchedServer) => void;
  /** Whether to ask for the server that the agent will watch. */
  asksServer?: boolean;
  /** Without it, the form is a step of the wizard and has no button Cancel. */
  onCancel?: () => void;
}

/** How long a key works, in days. */
const lives = [
  ["", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

/** Asks for the name of a new key. Faults are shown on leaving the field, and on submit. */
export function CreateKeyForm({ onCreated, onCancel, asksServer = false }: CreateKeyFormProps) {
  const form = useForm({
    initial: { name: "", days: "", ...noServer },
    faultsOf: ({ name, ...server }) => ({ name: keyNameFault(name), ...serverFaults(server) }),
    send: async ({ name, days, ...server }) => {
      const created = await createAccessKey(name.trim(), days === "" ? undefined : Number(days));
      onCreated(created, watchedServer(server));
    },
    failure: "Failed to create token",
  });
  const fault = form.faultOf("name");
  const rule = `${shortestKeyName}-${longestKeyName} characters: letters, numbers, and spaces.`;
  return (
    <Form
      form={form}
      place="section"
      label="Create agent key"
      verb="Create"
      pending="Creating…"
      incomplete={form.values.name.trim().length < shortestKeyName}
      focus="first-field"
      {...(onCancel && { onCancel })}
      className={`grid-cols-[minmax(0,36rem)] text-ink ${onCancel ? "border-b border-line" : "px-0"}`}
    >
      <Field
        label="API key name"
        autoComplete="off"
        placeholder="cache eu 01"
        // A fault takes the line of the hint. What is below must not move while somebody clicks it.
        hint={fault === undefined ? rule : undefined}
        onBlur={() => form.check("name")}
        {...form.field("name")}
      />
      {asksServer && <ServerFields form={form} />}
      <SelectField
        label="Expires"
        value={form.values.days}
        onChange={({ target }) => form.change({ days: target.value })}
        options={lives}
      />
    </Form>
  );
}
