import { type FormEvent, useRef, useState } from "react";
import { describeError } from "../../lib/errors.ts";
import { sendInvitation } from "../../api/invitations.ts";
import { showSuccess } from "../../lib/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problem } from "../../ui/Problem.tsx";

/** Invites somebody by email. The field keeps what was typed when it fails. */
export function InviteForm() {
  const email = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const described = failure === undefined ? undefined : describeError(failure, "Failed to send invitation");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = email.current;
    if (sending || !field) return;
    const value = field.value.trim();
    const wrong =
      value === ""
        ? "Email is required"
        : field.validity.typeMismatch
          ? "Email must be an email address"
          : undefined;
    setFailure(undefined);
    setFault(wrong);
    if (wrong !== undefined) return field.focus();
    setSending(true);
    try {
      await sendInvitation(value);
      showSuccess("Invitation sent successfully!");
      field.value = "";
      field.focus();
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-4 p-4">
      <Field
        ref={email}
        label="Email"
        type="email"
        name="inviteeEmail"
        hint="Of somebody who has signed in to Shardwatch before."
        maxLength={254}
        autoComplete="off"
        aria-required
        error={fault}
      />
      <Problem text={described?.headline}>
        {described?.detail && <p className="text-sm">{described.detail}</p>}
        {described?.requestId && (
          <p className="font-mono text-xs break-all text-muted">Request {described.requestId}</p>
        )}
      </Problem>
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        aria-disabled={sending || undefined}
      >
        {sending ? "Sending…" : "Send invitation"}
      </Button>
    </form>
  );
}
