import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { longestViewName } from "@shardwatch/core/contract/deployment/view-rights";
import { changeView } from "../../../api/fleet/views.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Form } from "../../../ui/form/Form.tsx";
import { nameFault } from "./view-name.ts";

/** Gives a saved view another name. */
export default function RenameViewDialog({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  const form = useForm({
    initial: { name: saved.name },
    faultsOf: ({ name }) => ({ name: nameFault(name) }),
    send: async ({ name }) => {
      await changeView(saved.id, { name: name.trim() });
      onClose();
      showSuccess("View renamed");
    },
    failure: "Failed to rename the view",
  });
  return (
    <Dialog title="Rename view" onClose={onClose}>
      <Form
        form={form}
        place="dialog"
        verb="Rename"
        pending="Renaming…"
        focus="first-field"
        incomplete={form.values.name.trim() === ""}
        onCancel={onClose}
      >
        <Field label="Name" autoComplete="off" maxLength={longestViewName} {...form.field("name")} />
      </Form>
    </Dialog>
  );
}
