import type { Invitation, SentInvitation } from "@shardwatch/core/contract/people/invitation";
import { initialRole, type OrganizationRole } from "@shardwatch/core/contract/people/roles";
import { Copy, Link2 } from "lucide-react";
import { useRef } from "react";
import { sendInvitation } from "../../api/people/invitations.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { codeOf } from "../../lib/errors.ts";
import { byRedisCloud, invitesAnyone, mailsLinks } from "../../lib/settings/config.ts";
import { useForm } from "../../lib/use-form.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { copyLink, copyText } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";
import { RoleField } from "./members/RoleField.tsx";
import { SentLink } from "./SentLink.tsx";

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

function hint(): string {
  if (!invitesAnyone()) return "They must have signed in to Shardwatch at least once.";
  return mailsLinks()
    ? "They'll get a link by email, and you one to send them."
    : "You'll get a link to send them.";
}

interface InviteFormProps {
  /** The invitation that was sent last. */
  sent: SentInvitation | undefined;
  onSent: (sent: SentInvitation) => void;
}

/** Invites a person by email. The input stays when it fails. A success offers the link. */
export function InviteForm({ sent, onSent }: InviteFormProps) {
  const email = useRef<HTMLInputElement>(null);
  const form = useForm<Values>({
    initial: { inviteeEmail: "", role: initialRole.invitee, mismatch: false },
    faultsOf,
    send: async ({ inviteeEmail, role }) => {
      onSent(await sendInvitation({ inviteeEmail: inviteeEmail.trim(), role }));
      showSuccess("Invitation sent successfully!");
      if (!invitesAnyone()) email.current?.focus();
    },
    failure: "Failed to send invitation",
    after: "initial",
  });
  const signUp = !invitesAnyone() && byRedisCloud() && <CopySignUp />;
  const isUnknown = codeOf(form.error) === "NO_ACCOUNT";
  return (
    <>
      <Form
        form={form}
        place="section"
        verb="Send invitation"
        pending="Sending…"
        help={isUnknown && signUp}
        beside={!isUnknown && signUp}
        className="max-w-xl"
      >
        <Field
          ref={email}
          label="Email"
          type="email"
          hint={hint()}
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
      {sent &&
        (sent.link ? (
          <SentLink key={sent.link.url} link={sent.link} email={sent.invitee.email} />
        ) : (
          <WaitsForThem invitation={sent} />
        ))}
    </>
  );
}

/** For somebody without an account, who signs up first. */
function CopySignUp() {
  const address = `${location.origin}${paths.signUp()}`;
  const failure = "Failed to copy the sign-up address to the clipboard";
  return (
    <Button
      className="justify-self-start"
      onClick={() => void copyText(address, "Sign-up address copied", failure)}
    >
      <Copy aria-hidden className="size-3.5 text-muted" />
      Copy sign-up address
    </Button>
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
