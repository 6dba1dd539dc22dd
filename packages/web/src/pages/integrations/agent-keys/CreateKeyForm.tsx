import { keyNameFault, longestKeyName, shortestKeyName } from "@shardwatch/core/contract/access-key-name";
import { type CreatedKey, createAccessKey } from "../../../api/access-key-changes.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";

interface CreateKeyFormProps {
  onCreated: (created: CreatedKey) => void;
  /** Without it, the form is a step of the wizard and has no button Cancel. */
  onCancel?: () => void;
}

/** Asks for the name of a new key. Faults are shown on leaving the field, and on submit. */
export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const form = useForm({
    initial: { name: "" },
    faultsOf: ({ name }) => ({ name: keyNameFault(name) }),
    send: async ({ name }) => {
      onCreated(await createAccessKey(name.trim()));
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
        // A fault takes the line of the hint. What is below must not move while somebody clicks it.
        hint={fault === undefined ? rule : undefined}
        onBlur={() => form.check("name")}
        {...form.field("name")}
      />
    </Form>
  );
}
