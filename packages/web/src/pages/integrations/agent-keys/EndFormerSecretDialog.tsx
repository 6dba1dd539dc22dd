import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { endFormerSecret } from "../../../api/sources/access-key-changes.ts";
import { counted } from "../../../lib/words/count.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";

interface EndFormerSecretDialogProps {
  /** The key whose former secret ends. */
  rotated: AccessKey;
  onClose: () => void;
}

/** Confirms that the former secret of a rotated key ends now, and says which agents that stops. */
export function EndFormerSecretDialog({ rotated, onClose }: EndFormerSecretDialogProps) {
  const { keyId, name, rotation } = rotated;
  const { agents = 0, moved = 0 } = rotation ?? {};
  return (
    <ConfirmDialog
      title="End former secret"
      verb="End now"
      pending="Ending…"
      failure="Failed to end the former secret"
      onConfirm={() => endFormerSecret(keyId)}
      success="Former secret ended"
      onClose={onClose}
    >
      <p>
        Only the new secret of <ForeignName>{name}</ForeignName> will work. This can't be undone.
      </p>
      <p>
        {agents > moved
          ? `${counted(agents - moved, "agent")} of ${agents} still ${agents - moved === 1 ? "uses" : "use"} the former secret and will stop reporting.`
          : "All agents have moved to the new secret."}
      </p>
      <p className="text-muted">Lost the new secret as well? End the former one, then rotate again.</p>
    </ConfirmDialog>
  );
}
