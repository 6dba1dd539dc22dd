import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { longestViewName } from "@shardwatch/core/contract/deployment/view-rights";
import { changeView } from "../../api/fleet/views.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { nameFault } from "./view-content.ts";

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
    <FormDialog
      title="Rename view"
      form={form}
      verb="Rename"
      pending="Renaming…"
      focus="first-field"
      incomplete={form.values.name.trim() === ""}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" maxLength={longestViewName} {...form.field("name")} />
    </FormDialog>
  );
}
