import type { CreatedToken } from "@shardwatch/core/contract/token/token";
import { config } from "../../../lib/settings/config.ts";
import { SecretField } from "../../../ui/form/SecretField.tsx";
import { OnceDialog } from "../../../ui/popup/OnceDialog.tsx";
import { CodeBlock } from "../../../ui/text/CodeBlock.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { firstCommand } from "./token-texts.ts";

interface NewTokenDialogProps {
  created: CreatedToken;
  /** Whether it has a new secret, for programs that use the token already. */
  isRotated: boolean;
  onDone: () => void;
}

/** Shows a token once, with a command that tries it. */
export function NewTokenDialog({ created, isRotated, onDone }: NewTokenDialogProps) {
  const { secret, rotation } = created;
  const command = firstCommand(created.scopes, config().apiUrl);
  return (
    <OnceDialog title={isRotated ? "Token rotated" : "Token created"} what="token" onDone={onDone}>
      {(noteCopy) => (
        <>
          <SecretField label="Token" secret={secret} what="the token" onCopied={noteCopy} />
          {isRotated && (
            <p>
              Put it in place of the old one in each program.{" "}
              {rotation ? (
                <>
                  The old one ends <TimeAgo date={rotation.formerSecretEndsAt} />.
                </>
              ) : (
                "The old one doesn't work any more."
              )}
            </p>
          )}
          {command !== undefined && (
            <CodeBlock title="Try it, with the token in SHARDWATCH_TOKEN" code={command} />
          )}
        </>
      )}
    </OnceDialog>
  );
}
