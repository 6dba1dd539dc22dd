import type { RotatedChannel } from "@shardwatch/core/contract/channel/channel";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/form/Button.tsx";
import { CopyButton } from "../../../ui/form/CopyButton.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";

interface SecretDialogProps {
  created: RotatedChannel;
  onDone: () => void;
}

/** Shows the secret of a webhook once. */
export function SecretDialog({ created, onDone }: SecretDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  // The browser's back/forward cache would keep the page with the secret.
  useEffect(() => {
    addEventListener("pagehide", onDone);
    return () => removeEventListener("pagehide", onDone);
  }, [onDone]);
  return (
    <Dialog title="Signing secret" guarded onClose={onDone}>
      <div className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p className="wrap-anywhere">
          Messages to <Foreign>{created.channel.name}</Foreign> are signed with this secret. Copy it now. You
          won't be able to see it again.
        </p>
        <div className="grid gap-1.5">
          <label htmlFor="new-secret" className="text-sm font-medium">
            Secret
          </label>
          <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
            <input
              id="new-secret"
              ref={field}
              readOnly
              value={created.secret}
              autoComplete="off"
              spellCheck={false}
              onFocus={(event) => event.target.select()}
              className="h-8 min-w-0 rounded-md border border-field bg-sunken px-2.5 font-mono text-sm"
            />
            <CopyButton look="primary" text={created.secret} what="the secret" source={field} />
          </div>
        </div>
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
