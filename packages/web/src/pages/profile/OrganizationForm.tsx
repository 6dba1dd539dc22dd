import { useId } from "react";
import type { Organization } from "@shardwatch/core/contract/people/organization";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { saveOwnOrganization } from "../../session/own-organization.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextAreaField } from "../../ui/form/TextAreaField.tsx";

export const onlyAdminsLabel = "Only admins manage keys and integrations";

interface OrganizationFormProps {
  organization: Organization;
  /** Called after saving, and on Cancel. */
  onClose: () => void;
}

/** Changes name, description and who manages sources. The input stays when saving fails. */
export function OrganizationForm({ organization, onClose }: OrganizationFormProps) {
  const hintId = useId();
  const { name, description, managedBy, onlyAdminsManageSources } = organization;
  const form = useForm({
    initial: { name, description: description ?? "", onlyAdmins: onlyAdminsManageSources },
    faultsOf: (values) => ({
      name: values.name.trim() === "" ? "Organization name is required" : undefined,
    }),
    send: async (values) => {
      await saveOwnOrganization({
        name: values.name.trim(),
        description: values.description.trim(),
        ...(values.onlyAdmins !== onlyAdminsManageSources && { onlyAdminsManageSources: values.onlyAdmins }),
      });
      showSuccess("Organization updated");
      onClose();
    },
    failure: "Failed to update organization",
  });
  return (
    <Form
      form={form}
      place="section"
      verb="Save"
      pending="Saving…"
      focus="first-field"
      onCancel={onClose}
      className="max-w-xl"
    >
      <Field
        label="Name"
        hint={managedBy && whyManaged}
        readOnly={managedBy !== undefined}
        maxLength={100}
        autoComplete="off"
        aria-required
        {...form.field("name")}
      />
      <TextAreaField label="Description" hint="Optional" maxLength={500} {...form.field("description")} />
      <div className="grid gap-1">
        <Checkbox
          label={onlyAdminsLabel}
          checked={form.values.onlyAdmins}
          onChange={({ target }) => form.change({ onlyAdmins: target.checked })}
          aria-describedby={hintId}
        />
        <p id={hintId} className="text-sm text-muted">
          Viewers can still see them. Anything viewers created stays in the organization when they leave.
        </p>
      </div>
    </Form>
  );
}
