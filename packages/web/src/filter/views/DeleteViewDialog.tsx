import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { deleteView } from "../../api/fleet/views.ts";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";
import { ForeignName } from "../../ui/text/Foreign.tsx";

/** Confirms the deletion of a saved view. */
export default function DeleteViewDialog({ saved, onClose }: { saved: SavedView; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Delete view"
      failure="Failed to delete the view"
      onConfirm={() => deleteView(saved.id)}
      success="View deleted"
      onClose={onClose}
    >
      <p>
        The view <ForeignName>{saved.name}</ForeignName> is deleted
        {saved.shared && " for everyone in the organization"}. Its deployments stay.
      </p>
    </ConfirmDialog>
  );
}
