import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { deleteView } from "../../../api/fleet/views.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Confirms the deletion of a saved view. */
export default function DeleteViewDialog({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  async function remove() {
    await deleteView(saved.id);
    showSuccess("View deleted");
  }
  return (
    <ConfirmDialog
      title="Delete view"
      verb="Delete"
      pending="Deleting…"
      failure="Failed to delete the view"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The view{" "}
        <strong className="break-words">
          <Foreign>{saved.name}</Foreign>
        </strong>{" "}
        is deleted{saved.shared && " for everyone in the organization"}. Its deployments stay.
      </p>
    </ConfirmDialog>
  );
}
