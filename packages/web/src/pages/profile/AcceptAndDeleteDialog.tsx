import type { Moves } from "@shardwatch/core/contract/people/moves";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";
import { Foreign, ForeignName } from "../../ui/text/Foreign.tsx";
import { deletedIn, Group } from "./MovesList.tsx";

interface AcceptAndDeleteDialogProps {
  moves: Moves;
  /** The name of the organization that the person joins. */
  joined: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirms an acceptance that deletes what the person's former organization has. */
export function AcceptAndDeleteDialog({ moves, joined, onConfirm, onClose }: AcceptAndDeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Accept invitation"
      verb="Accept and delete"
      pending="Accepting…"
      failure="Failed to accept invitation"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        You're the last member of <ForeignName>{moves.from ?? "your organization"}</ForeignName>. When you
        join <Foreign>{joined}</Foreign>, nobody can see it any more.
      </p>
      <div className="text-sm wrap-anywhere">
        <Group heading="Will be deleted" some={deletedIn(moves)} />
      </div>
      <p className="text-muted">
        To keep any of it, cancel, invite a colleague into the organization and make them an admin first.
      </p>
    </ConfirmDialog>
  );
}
