import { type LucideIcon, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../lib/paths.ts";
import { useUser } from "../session/session.ts";
import { buttonClass } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { CreateOrganization } from "./CreateOrganization.tsx";

/** The ways to an organization, with the email address to give to an inviting person. */
export function HowToJoin() {
  return (
    <>
      Ask an admin to invite{" "}
      <strong className="font-medium wrap-anywhere text-ink">{useUser()?.email}</strong>. Or create your own
      organization.
    </>
  );
}

/** The first steps of a person without an organization. */
export function FirstSteps() {
  return (
    <>
      <CreateOrganization />
      <InvitationsLink />
    </>
  );
}

/** The link to the pending invitations. */
function InvitationsLink() {
  return (
    <Link to={paths.profileOrganization()} className={buttonClass()}>
      Show invitations
    </Link>
  );
}

interface NoOrganizationProps {
  icon?: LucideIcon;
  /** Content that needs an organization; left out on the page of invitations. */
  children?: ReactNode;
}

/** Shown instead of an organization's content to a person without one: the reason and the next step. */
export function NoOrganization({ icon = Users, children }: NoOrganizationProps) {
  return (
    <div className="panel">
      <EmptyState
        icon={icon}
        title="You are not currently a member of any organization."
        action={children ? <FirstSteps /> : <CreateOrganization />}
      >
        {children} <HowToJoin />
      </EmptyState>
    </div>
  );
}
