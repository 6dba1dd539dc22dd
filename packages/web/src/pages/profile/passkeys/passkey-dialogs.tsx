import type { Passkey } from "@shardwatch/core/contract/people/passkey";
import { longestPasskeyName } from "@shardwatch/core/contract/people/passkey-limits";
import { removePasskey, renamePasskey } from "../../../api/people/passkeys.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const form = useForm({
    initial: { name: passkey.name },
    faultsOf: ({ name }) => ({ name: name.trim() === "" ? "Name is required" : undefined }),
    send: async ({ name }) => {
      await renamePasskey(passkey.id, name.trim());
      showSuccess("Passkey renamed");
      onClose();
    },
    failure: "Failed to rename the passkey",
  });
  return (
    <FormDialog
      title="Rename passkey"
      form={form}
      verb="Rename"
      pending="Renaming…"
      focus="first-field"
      incomplete={form.values.name.trim() === ""}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Such as the device that keeps it."
        autoComplete="off"
        maxLength={longestPasskeyName}
        {...form.field("name")}
      />
    </FormDialog>
  );
}

/** Confirms that a passkey shall not count any more. */
export function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <ConfirmDialog
      title="Remove passkey"
      verb="Remove"
      pending="Removing…"
      failure="Failed to remove the passkey"
      success="Passkey removed"
      onConfirm={() => removePasskey(passkey.id)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <ForeignName>{passkey.name}</ForeignName> won't sign you in any more. Remove it from its device, too:
        browsers offer it until then.
      </p>
      <p className="text-muted">
        Browsers that it has signed in stay signed in. To end that, sign out everywhere.
      </p>
    </ConfirmDialog>
  );
}
