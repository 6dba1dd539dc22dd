import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { overlapHours } from "@shardwatch/core/contract/source/key-overlap";
import {
  type CreatedKey,
  endFormerSecret,
  rotateAccessKey,
} from "../../../api/sources/access-key-changes.ts";
import { useForm } from "../../../lib/use-form.ts";
import { counted } from "../../../lib/words/count.ts";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";

const overlaps = [
  [overlapHours.none, "Revoke immediately"],
  [overlapHours.least, "1 hour"],
  [overlapHours.usual, "1 day"],
  [7 * 24, "7 days"],
  [overlapHours.most, "30 days"],
] as const;

interface RotateKeyDialogProps {
  /** The key that gets a new secret. */
  rotated: AccessKey;
  onRotated: (created: CreatedKey) => void;
  onClose: () => void;
}

/** Asks how long the former secret keeps working, and replaces it. */
export function RotateKeyDialog({ rotated, onRotated, onClose }: RotateKeyDialogProps) {
  const { keyId, name } = rotated;
  const form = useForm({
    initial: { hours: String(overlapHours.usual) },
    send: async ({ hours }) => onRotated(await rotateAccessKey(keyId, Number(hours))),
    failure: "Failed to rotate the key",
  });
  return (
    <FormDialog
      title="Rotate agent key"
      form={form}
      verb="Rotate"
      pending="Rotating…"
      focus="first-field"
      onClose={onClose}
    >
      <p>
        <ForeignName>{name}</ForeignName> gets a new secret. Its deployments and their history stay. The old
        key can stay valid for a while, so that you can switch the agents one by one.
      </p>
      <SelectField
        label="Keep the old key valid for"
        value={form.values.hours}
        onChange={({ target }) => form.change({ hours: target.value })}
        options={overlaps}
      />
      {form.values.hours === String(overlapHours.none) && (
        <p className="text-sm text-warn">Agents with the old key stop reporting immediately.</p>
      )}
    </FormDialog>
  );
}

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
      title="Revoke old key"
      verb="Revoke now"
      pending="Revoking…"
      failure="Failed to revoke the old key"
      onConfirm={() => endFormerSecret(keyId)}
      success="Old key revoked"
      onClose={onClose}
    >
      <p>
        Only the new key of <ForeignName>{name}</ForeignName> will work. This can't be undone.
      </p>
      <p>
        {agents > moved
          ? `${counted(agents - moved, "agent")} of ${agents} still ${agents - moved === 1 ? "uses" : "use"} the old key and will stop reporting.`
          : "All agents have switched to the new key."}
      </p>
      <p className="text-muted">Lost the new key as well? Revoke the old one, then rotate again.</p>
    </ConfirmDialog>
  );
}
