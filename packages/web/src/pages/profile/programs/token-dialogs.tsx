import { tokenOverlap } from "@shardwatch/core/contract/token/limits";
import type { ApiToken, CreatedToken } from "@shardwatch/core/contract/token/token";
import { endOldSecret, revokeToken, rotateToken } from "../../../api/people/tokens.ts";
import { useForm } from "../../../lib/use-form.ts";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

import type { Maker } from "./makers.ts";

const overlaps = [
  [tokenOverlap.none, "End it immediately"],
  [1, "1 hour"],
  [tokenOverlap.usual, "1 day"],
  [tokenOverlap.most, "7 days"],
] as const;

interface TokenDialogProps {
  token: ApiToken;
  onClose: () => void;
}

interface RotateTokenDialogProps extends TokenDialogProps {
  onRotated: (rotated: CreatedToken) => void;
}

/** Asks how long the old secret keeps working, and replaces it. */
export function RotateTokenDialog({ token, onRotated, onClose }: RotateTokenDialogProps) {
  const { id, name, rotation } = token;
  const form = useForm({
    // A third secret would end the first one early, so the API refuses an overlap while two work.
    initial: { hours: String(rotation ? tokenOverlap.none : tokenOverlap.usual) },
    send: async ({ hours }) => onRotated(await rotateToken(id, Number(hours))),
    failure: "Failed to rotate the token",
  });
  const endsNow = form.values.hours === String(tokenOverlap.none);
  return (
    <FormDialog
      title="Rotate token"
      form={form}
      verb="Rotate"
      pending="Rotating…"
      focus={rotation ? "cancel" : "first-field"}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <ForeignName>{name}</ForeignName> gets a new secret. Its scopes and its end stay.{" "}
        {rotation
          ? "Two secrets work now, from the last rotation. Both end immediately."
          : "The old secret can work for a while, so that you can switch the programs one by one."}
      </p>
      {!rotation && (
        <SelectField
          label="Keep the old secret for"
          value={form.values.hours}
          onChange={({ target }) => form.change({ hours: target.value })}
          options={overlaps}
        />
      )}
      {endsNow && <p className="text-sm text-warn">Programs with an old secret are refused immediately.</p>}
    </FormDialog>
  );
}

/** When a token was last used, as a sentence. */
function LastUsed({ lastUsed }: ApiToken) {
  if (!lastUsed) return <p>Never used.</p>;
  return (
    <p>
      Last used <TimeAgo date={lastUsed.at} />
      {lastUsed.former && ", with the old secret"}.
    </p>
  );
}

/** Confirms that the old secret of a rotated token ends now. */
export function EndOldSecretDialog({ token, onClose }: TokenDialogProps) {
  return (
    <ConfirmDialog
      title="End old secret"
      verb="End now"
      pending="Ending…"
      failure="Failed to end the old secret"
      success="Old secret ended"
      onConfirm={() => endOldSecret(token.id)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Only the new secret of <ForeignName>{token.name}</ForeignName> will work. This can't be undone.
      </p>
      <LastUsed {...token} />
    </ConfirmDialog>
  );
}

/** Confirms the revocation of a token. */
export function RevokeTokenDialog({ token, onClose }: TokenDialogProps) {
  return (
    <ConfirmDialog
      title="Revoke token"
      verb="Revoke"
      pending="Revoking…"
      failure="Failed to revoke the token"
      success="Token revoked"
      onConfirm={() => revokeToken(token.id)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <ForeignName>{token.name}</ForeignName> stops working immediately. Programs that use it are refused.
        This can't be undone.
      </p>
      <LastUsed {...token} />
    </ConfirmDialog>
  );
}

/** Confirms that all tokens of one person are revoked. */
export function RevokeAllDialog({ maker, onClose }: { maker: Maker; onClose: () => void }) {
  const { name, tokens } = maker;
  async function revokeAll() {
    // One after the other: a failure leaves the rest, and doing it again goes on.
    for (const { id } of tokens) await revokeToken(id);
  }
  return (
    <ConfirmDialog
      title={`Revoke ${tokens.length} tokens`}
      verb="Revoke all"
      pending="Revoking…"
      failure="Failed to revoke all tokens"
      success={`${tokens.length} tokens revoked`}
      onConfirm={revokeAll}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        All tokens by <ForeignName>{name}</ForeignName> stop working immediately. This can't be undone.
      </p>
      <ul className="list-disc space-y-1 ps-5">
        {tokens.map(({ id, name: token }) => (
          <li key={id} className="wrap-anywhere">
            <ForeignName>{token}</ForeignName>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
