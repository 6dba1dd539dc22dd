import type { RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { Button } from "../../../ui/form/Button.tsx";
import { SecretField, useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

interface SecretDialogProps {
  created: RotatedChannel;
  onDone: () => void;
}

/** Shows the secret of a webhook once. */
export function SecretDialog({ created, onDone }: SecretDialogProps) {
  useForgetOnLeave(onDone);
  return (
    <Dialog title="Signing secret" guarded onClose={onDone}>
      <div className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p className="wrap-anywhere">
          Messages to <Foreign>{created.channel.name}</Foreign> are signed with this secret. Copy it now. You
          won't be able to see it again.
        </p>
        <SecretField label="Secret" secret={created.secret} what="the secret" />
        <p className="text-sm text-muted">
          The signatures follow Standard Webhooks. Its libraries take the secret as it is.
        </p>
      </div>
      <div className="flex justify-end border-t border-line px-4 py-3">
        <Button onClick={onDone}>Done</Button>
      </div>
    </Dialog>
  );
}
