import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { SecretField, useForgetOnLeave } from "../../../ui/form/SecretField.tsx";
import { Dialog } from "../../../ui/popup/Dialog.tsx";
import { ConfigurationForms } from "../../../sources/setup/ConfigurationFiles.tsx";

interface NewKeyDialogProps {
  created: CreatedKey;
  /** Whether it replaces the secret of a key whose agents are installed already. */
  isRotated?: boolean;
  onDone: () => void;
}

/** Shows a new key once. Closing it without a copy asks for a confirmation once. */
export function NewKeyDialog({ created, isRotated = false, onDone }: NewKeyDialogProps) {
  const [copied, setCopied] = useState(false);
  const [asked, setAsked] = useState(false);
  const noteCopy = () => setCopied(true);
  useForgetOnLeave(onDone);

  return (
    <Dialog
      title={isRotated ? "Agent key rotated" : "API key created successfully!"}
      guarded
      onClose={onDone}
    >
      <div onCopy={noteCopy} className="grid auto-rows-max gap-4 overflow-y-auto p-4">
        <p>Copy this key now. You won't be able to see it again.</p>
        <SecretField
          label="Agent key"
          secret={created.compositeKey}
          what="the key"
          failure="Failed to copy token to clipboard"
          onCopied={noteCopy}
        />
        {isRotated ? (
          <p>Put it in place of the old key at each agent, and restart the agent.</p>
        ) : (
          <>
            <h3 className="border-t border-line pt-4 font-semibold">Install the agent with this key</h3>
            <ConfigurationForms created={created} onCopied={noteCopy} />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-4 py-3">
        <p role="alert" className="mr-auto flex items-center gap-2 text-sm text-warn empty:hidden">
          {asked && !copied && (
            <>
              <TriangleAlert aria-hidden className="size-4 shrink-0" />
              You haven't copied the key, and you won't see it again.
            </>
          )}
        </p>
        <Button
          emphasis={copied ? "primary" : "secondary"}
          onClick={copied || asked ? onDone : () => setAsked(true)}
        >
          {asked && !copied ? "Done without copying" : "Done"}
        </Button>
      </div>
    </Dialog>
  );
}
