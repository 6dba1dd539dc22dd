import type { CreatedKey } from "../../../api/sources/access-key-changes.ts";
import { SecretField } from "../../../ui/form/SecretField.tsx";
import { OnceDialog } from "../../../ui/popup/OnceDialog.tsx";
import { ConfigurationForms } from "../../../sources/setup/ConfigurationFiles.tsx";

interface NewKeyDialogProps {
  created: CreatedKey;
  /** Whether it replaces the secret of a key whose agents are installed already. */
  isRotated?: boolean;
  onDone: () => void;
}

/** Shows a new key once. */
export function NewKeyDialog({ created, isRotated = false, onDone }: NewKeyDialogProps) {
  return (
    <OnceDialog
      title={isRotated ? "Agent key rotated" : "API key created successfully!"}
      what="key"
      onDone={onDone}
    >
      {(noteCopy) => (
        <>
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
        </>
      )}
    </OnceDialog>
  );
}
