import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { acknowledge } from "../../api/incidents/incidents.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { TextAreaField } from "../../ui/form/TextAreaField.tsx";

const longest = 500;

interface NoteDialogProps {
  incident: IncidentDetail;
  onClose: () => void;
}

/** A note for the others about what is being done. The person who saves it looks after the incident from then on. */
export default function NoteDialog({ incident, onClose }: NoteDialogProps) {
  const form = useForm({
    initial: { note: incident.acknowledged?.note ?? "" },
    send: async ({ note }) => {
      await acknowledge(incident, note.trim());
      showSuccess("Note saved");
      onClose();
    },
    failure: "Failed to save the note",
  });
  return (
    <FormDialog title="Note" onClose={onClose} form={form} verb="Save" pending="Saving…" focus="first-field">
      <TextAreaField
        label="Note"
        name="note"
        hint="What you know and what you do, for the others."
        maxLength={longest}
        value={form.values.note}
        onChange={({ target }) => form.change({ note: target.value })}
      />
    </FormDialog>
  );
}
