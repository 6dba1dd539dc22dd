import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { overlapHours } from "@shardwatch/core/contract/source/key-overlap";
import { type CreatedKey, rotateAccessKey } from "../../../api/sources/access-key-changes.ts";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";

const overlaps = [
  [overlapHours.none, "no time: it stops at once"],
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
        <ForeignName>{name}</ForeignName> gets a new secret. Its deployments and their history stay. The
        former secret can keep working for a while, so that you can move the agents one by one.
      </p>
      <SelectField
        label="The former secret keeps working for"
        value={form.values.hours}
        onChange={({ target }) => form.change({ hours: target.value })}
        options={overlaps}
      />
      {form.values.hours === String(overlapHours.none) && (
        <p className="text-sm text-warn">Agents with the former secret stop reporting at once.</p>
      )}
    </FormDialog>
  );
}
