import { useNavigate } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { createOwnOrganization } from "../../session/own-organization.ts";
import { currentUser } from "../../session/session.ts";
import { landing } from "../../session/sign-in.ts";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { Field } from "../../ui/form/Field.tsx";

/** Creates an organization by its name. The person is its admin, and comes to their start page. */
export default function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: "" },
    faultsOf: ({ name }) => ({
      name: name.trim() === "" ? "Organization name is required" : undefined,
    }),
    send: async ({ name }) => {
      await createOwnOrganization({ name: name.trim() });
      showSuccess("Organization created");
      onClose();
      const user = currentUser();
      await navigate(user ? landing(user) : paths.deployments());
      // The button is gone with the empty state.
      document.querySelector("h1")?.focus();
    },
    failure: "Failed to create organization",
  });
  return (
    <FormDialog
      title="Create organization"
      form={form}
      verb="Create"
      pending="Creating…"
      focus="first-field"
      onClose={onClose}
    >
      <p className="text-muted">You'll be its admin: connect sources, and invite others when you're ready.</p>
      <Field
        label="Name"
        hint="For example your company or your team. You can change it later."
        maxLength={100}
        autoComplete="organization"
        aria-required
        {...form.field("name")}
      />
    </FormDialog>
  );
}
