import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { initialRole, type OrganizationRole } from "@shardwatch/core/contract/people/roles";
import { Link2 } from "lucide-react";
import { useRef, useState } from "react";
import { sendInvitation } from "../../api/people/invitations.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { copyLink } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";
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

/** Invites a person by email. The input stays when it fails. No mail is sent, so a success offers the link. */
export function InviteForm() {
  const email = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<Invitation>();
  const form = useForm<Values>({
    initial: { inviteeEmail: "", role: initialRole.invitee, mismatch: false },
    faultsOf,
    send: async ({ inviteeEmail, role }) => {
      setSent(await sendInvitation({ inviteeEmail: inviteeEmail.trim(), role }));
      showSuccess("Invitation sent successfully!");
      email.current?.focus();
    },
    failure: "Failed to send invitation",
    after: "initial",
  });
  return (
    <>
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
      {sent && <WaitsForThem invitation={sent} />}
    </>
  );
}

/** How the invitee learns of the invitation. */
function WaitsForThem({ invitation: { id, invitee } }: { invitation: Invitation }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
      <p className="text-sm wrap-anywhere text-muted">
        <strong className="font-medium text-ink">{invitee.email}</strong> sees the invitation at their next
        visit. No email is sent, so you can send them the link.
      </p>
      <Button onClick={() => void copyLink(paths.profileOrganization(id))}>
        <Link2 aria-hidden className="size-4 text-muted" />
        Copy link
      </Button>
    </div>
  );
}
