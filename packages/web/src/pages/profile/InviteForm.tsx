import type { OrganizationRole } from "@shardwatch/core/contract/roles";
import { useRef } from "react";
import { sendInvitation } from "../../api/invitations.ts";
import { showSuccess } from "../../lib/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { RoleField } from "./members/RoleField.tsx";

interface Values {
  inviteeEmail: string;
  role: OrganizationRole;
  /** Whether the browser rejects it as an email address. */
  mismatch: boolean;
}

function faultsOf({ inviteeEmail, mismatch }: Values) {
  if (inviteeEmail.trim() === "") return { inviteeEmail: "Email is required" };
  return mismatch ? { inviteeEmail: "Email must be an email address" } : {};
}

/** Invites a person by email. The input stays when it fails. */
export function InviteForm() {
  const email = useRef<HTMLInputElement>(null);
  const form = useForm<Values>({
    initial: { inviteeEmail: "", role: "VIEWER", mismatch: false },
    faultsOf,
    send: async ({ inviteeEmail, role }) => {
      await sendInvitation({ inviteeEmail: inviteeEmail.trim(), role });
      showSuccess("Invitation sent successfully!");
      email.current?.focus();
    },
    failure: "Failed to send invitation",
    after: "initial",
  });
  return (
    <Form form={form} place="section" verb="Send invitation" pending="Sending…" className="max-w-xl">
      <Field
        ref={email}
        label="Email"
        type="email"
        hint="They must have signed in to Shardwatch at least once."
        maxLength={254}
        autoComplete="off"
        aria-required
        {...form.field("inviteeEmail")}
        onChange={({ target }) =>
          form.change({ inviteeEmail: target.value, mismatch: target.validity.typeMismatch })
        }
      />
      <RoleField value={form.values.role} onChange={(role) => form.change({ role })} />
    </Form>
  );
}
