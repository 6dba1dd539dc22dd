import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { createOrganization, saveOrganization } from "../../api/people/organization.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextAreaField } from "../../ui/form/TextAreaField.tsx";

interface OrganizationDialogProps {
  /** The organization to change; undefined to create one. */
  organization: OrganizationListItem | undefined;
  onClose: () => void;
}

/** Creates an organization, or changes its name and description. The input stays when saving fails. */
export function OrganizationDialog({ organization, onClose }: OrganizationDialogProps) {
  const form = useForm({
    initial: { name: organization?.name ?? "", description: organization?.description ?? "" },
    faultsOf: ({ name }) => ({ name: name.trim() === "" ? "Organization name is required" : undefined }),
    send: async ({ name, description }) => {
      const input = { name: name.trim(), description: description.trim() };
      await (organization ? saveOrganization(organization.id, input) : createOrganization(input));
      showSuccess(organization ? "Organization updated" : "Organization created");
      onClose();
    },
    failure: `Failed to ${organization ? "update" : "create"} organization`,
  });
  return (
    <FormDialog
      title={organization ? "Edit organization" : "Create Organization"}
      form={form}
      verb={organization ? "Save" : "Create"}
      pending="Saving…"
      focus="first-field"
      onClose={onClose}
    >
      <Field
        label="Name"
        hint={organization?.managedBy && whyManaged}
        readOnly={organization?.managedBy !== undefined}
        required
        maxLength={100}
        autoComplete="off"
        {...form.field("name")}
      />
      <TextAreaField label="Description" hint="Optional" maxLength={500} {...form.field("description")} />
    </FormDialog>
  );
}
